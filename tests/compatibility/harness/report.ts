// Tells what came of the corpus: a line per job on the terminal, tables in docs/compatibility.md.
import type { Outcome, Played } from "./play.ts";

const HEAD = `# Compatibility

<!-- Written by \`deno task compatibility\`; change the entries in tests/compatibility, not this file. -->

Widget libraries from npm, each on a page of its own on loopback, operated by a scripted client that sees the
tree alone. After each job the harness asks the page, past Tablaze, what the library's own state holds; a job
counts only if that is what the job was to bring about. A row tells the last run, whatever it was.

**by refs**: the action that the control's kind suggests, on its ref. **with a detour**: that failed, and another
way worked, which is named. **does not**: no way of the script worked. In some cells stands what the tools told
as done while the page's state did not hold it.
`;

function cell(text: string): string {
  return text.replaceAll("\\", "").replaceAll("|", "¦").replaceAll("`", "'").replaceAll("<", "&lt;").trim();
}

function resultOf({ way }: Outcome): string {
  return way === undefined ? "does not" : way === "refs" ? "by refs" : `detour: ${way}`;
}

function count(outcomes: readonly Outcome[]): { refs: number; detour: number; not: number; untrue: number } {
  const refs = outcomes.filter(({ way }) => way === "refs").length;
  const not = outcomes.filter(({ way }) => way === undefined).length;
  const untrue = outcomes.filter(({ isFalseSuccess }) => isFalseSuccess).length;
  return { refs, not, untrue, detour: outcomes.length - refs - not };
}

/** Lines for the terminal. */
export function summary({ library, version, outcomes }: Played): string {
  const { refs, detour, not } = count(outcomes);
  const failing = outcomes.filter(({ way }) => way !== "refs")
    .map((outcome) => `    ${outcome.what}: ${resultOf(outcome)} (${outcome.why})\n`);
  return `${library} ${version}: ${refs} by refs, ${detour} with a detour, ${not} not\n${failing.join("")}`;
}

/** The whole document. */
export function report(played: readonly Played[]): string {
  const total = count(played.flatMap(({ outcomes }) => outcomes));
  const lines = [
    HEAD,
    "| Library | Version | By refs | With a detour | Does not | Told done, not held |",
    "| --- | --- | --- | --- | --- | --- |",
    ...played.map(({ library, version, outcomes }) => {
      const { refs, detour, not, untrue } = count(outcomes);
      return `| ${cell(library)} | ${version} | ${refs} | ${detour} | ${not} | ${untrue} |`;
    }),
    `| **All** | | **${total.refs}** | **${total.detour}** | **${total.not}** | **${total.untrue}** |`,
  ];
  for (const { library, version, outcomes } of played) {
    lines.push(
      "",
      `## ${cell(library)} ${version}`,
      "",
      "| Job | Works | What failed before |",
      "| --- | --- | --- |",
    );
    for (const outcome of outcomes) {
      lines.push(`| ${cell(outcome.what)} | ${cell(resultOf(outcome))} | ${cell(outcome.why ?? "")} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}
