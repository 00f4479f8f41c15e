import type { z } from "zod";
import type { BrowserPort } from "../contracts/browser.ts";
import type { JsonSchema } from "../contracts/json.ts";
import type { AgentToolAnnotations } from "../contracts/tools.ts";
import type { OptionalTools } from "./catalog.ts";

/** What a handler may use. */
export interface ToolContext {
  readonly port: BrowserPort;
  /** Aborts when the client cancels the call or the connection closes. */
  readonly signal: AbortSignal;
  /** Receives the cause of what failed unforeseen, line by line. @default standard error */
  readonly onNotice?: ((line: string) => void) | undefined;
}

/** The fields of a reply, without `ok` unless the result knows better. */
export type ToolBody = Readonly<Record<string, unknown>>;

/** One browser tool: everything that its author has to decide. */
export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  /** Title for people. */
  readonly title: string;
  /** What it does, when to use it and what it returns, for a model that meets it for the first time. */
  readonly description: string;
  /** `read` changes nothing on any page; it decides the protocol's hints and whether evidence survives the call. */
  readonly effect: "read" | "write";
  /** What an operator turns it on with; without it the tool is always there. */
  readonly option?: keyof OptionalTools;
  readonly input: Input;
  /** Effect of one call where it is finer than `effect`; `undefined` leaves that to stand. */
  readonly callEffect?: (input: z.output<Input>) => "read" | "write" | undefined;
  /** Form of the reply, of success as well as of failure. */
  readonly output: JsonSchema;
  /** Rules between arguments that are valid each by itself. Says what is wrong, or `undefined`. */
  readonly findConflict?: (input: z.output<Input>) => string | undefined;
  /** Typed or expected values that no error text may repeat. */
  readonly privateValues?: (input: z.output<Input>) => readonly string[];
  /** Characters that the reply may have. @default 100000 */
  readonly replyLimit?: (input: z.output<Input>) => number;
  readonly handle: (context: ToolContext, input: z.output<Input>) => Promise<object>;
  /** True for a result that reports a failure although the tool worked. */
  readonly isFailure?: (body: ToolBody) => boolean;
}

/** A tool as the list and the dispatcher know it: the argument type is checked by its own `input`. */
export interface BrowserTool extends Omit<ToolDefinition<z.ZodObject>, "handle"> {
  readonly annotations: AgentToolAnnotations;
  readonly handle: (context: ToolContext, input: unknown) => Promise<object>;
}

/** Derives the protocol's hints and forgets the argument type, so that all tools fit one list. */
export function defineBrowserTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): BrowserTool {
  const isRead = definition.effect === "read";
  const tool = {
    ...definition,
    annotations: {
      title: definition.title,
      readOnlyHint: isRead,
      destructiveHint: !isRead,
      openWorldHint: true,
    },
  };
  return tool as unknown as BrowserTool;
}
