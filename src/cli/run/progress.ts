import type { Clock } from "../../contracts/clock.ts";
import type { AgentEvent } from "../../contracts/result.ts";
import type { TextSink } from "../../platform/terminal.ts";
import { CLEAR_LINE, formatDuration, printable } from "../printable.ts";
import { describeCall, describeOutcome } from "./describe_call.ts";

/** One finished step, or the one under way. */
interface StepLine {
  readonly step: number;
  readonly startedMs: number;
  /** When the model's answer was there. */
  decidedMs?: number;
  /** What was done, a part for each call or refusal. */
  readonly parts: string[];
  /** Reason that the model gave. */
  why?: string;
  /** What is going on right now. */
  current: string;
  /** The call under way. */
  running?: string;
}

/**
 * Shows a run on a terminal: one line for each step with what was done, why, and how long it took. On a terminal the
 * step under way has a live line, which `tick` redraws.
 */
export class Progress {
  readonly #sink: TextSink;
  readonly #clock: Clock;
  #line: StepLine | undefined;
  #liveIsShown = false;
  #step = 0;

  /**
   * @param sink where lines go
   * @param clock measures how long steps take
   */
  constructor(sink: TextSink, clock: Clock) {
    this.#sink = sink;
    this.#clock = clock;
  }

  /** Number of the step under way. */
  get step(): number {
    return this.#step;
  }

  /** Takes the next event of the run. */
  onEvent(event: AgentEvent): void {
    this.#step = event.step;
    switch (event.type) {
      case "started":
      case "finished":
        return this.#finishStep();
      case "planning":
        this.#finishStep();
        this.#line = this.#newLine(event.step, "asking the model");
        break;
      case "decision": {
        const line = this.#lineOf(event.step);
        line.decidedMs ??= this.#clock.now();
        if (event.decision === "tools") break; // the calls say more than their list
        if (event.detail !== undefined && event.detail !== "") line.why = event.detail;
        line.current = event.decision;
        line.parts.push(event.decision);
        break;
      }
      case "tool_start": {
        const line = this.#lineOf(event.step);
        line.current = describeCall(event.call);
        line.running = line.current;
        break;
      }
      case "tool_end": {
        const what = `${describeCall(event.call)}: ${describeOutcome(event.result)}`;
        const line = this.#lineOf(event.step);
        delete line.running;
        line.parts.push(`${what} (${formatDuration(event.elapsedMs)})`);
        break;
      }
      case "tool_skipped":
        this.#lineOf(event.step).parts.push(
          `${describeCall(event.call)}: skipped, as ${printable(event.reason, 100)}`,
        );
        break;
      case "feedback":
        this.#lineOf(event.step).parts.push(`told the model: ${printable(event.content, 160)}`);
        break;
      case "published":
        this.#lineOf(event.step).parts.push(`published ${printable(event.key, 60)}`);
        break;
      case "failure":
        this.#lineOf(event.step).parts.push(`${event.failure.phase}: ${event.failure.code}`);
        break;
      case "compacted":
      case "paused":
      case "resumed":
      case "steered":
        this.#lineOf(event.step).parts.push(event.type === "compacted" ? "history compacted" : event.type);
        break;
      default:
        return event satisfies never;
    }
    this.tick();
  }

  /** Redraws the live line, so that a person sees that time passes. Does nothing where nobody watches. */
  tick(): void {
    const line = this.#line;
    if (line === undefined || !this.#sink.isTTY) return;
    const elapsed = formatDuration(this.#clock.now() - line.startedMs);
    const text = printable(
      `step ${line.step}  ${line.current} … ${elapsed}`,
      Math.max(20, this.#sink.columns() - 1),
    );
    this.#sink.write(`${CLEAR_LINE}${text}`);
    this.#liveIsShown = true;
  }

  /** Writes a line between the steps, for example a notice of the browser. */
  note(text: string): void {
    this.#clearLive();
    this.#sink.write(`${printable(text, 500)}\n`);
    this.tick();
  }

  #lineOf(step: number): StepLine {
    this.#line ??= this.#newLine(step, "working");
    return this.#line;
  }

  #newLine(step: number, current: string): StepLine {
    return { step, startedMs: this.#clock.now(), parts: [], current };
  }

  #finishStep(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#clearLive();
    if (line === undefined) return;
    const now = this.#clock.now();
    if (line.running !== undefined) line.parts.push(`${line.running}: not finished`);
    const what = line.parts.length === 0 ? "no decision" : line.parts.join("; ");
    const why = line.why === undefined ? "" : `  because: ${printable(line.why, 160)}`;
    const planned = line.decidedMs === undefined
      ? ""
      : `, ${formatDuration(line.decidedMs - line.startedMs)} of it planning`;
    this.#sink.write(
      `step ${line.step}  ${what}${why}  [${formatDuration(now - line.startedMs)}${planned}]\n`,
    );
  }

  #clearLive(): void {
    if (!this.#liveIsShown) return;
    this.#sink.write(CLEAR_LINE);
    this.#liveIsShown = false;
  }
}
