// Checks that every test which a table in docs/invariants names is there. A row says "file: beginning of a name; another
// name; other file: …", with … for what is left out. What it cannot see: whether a test shows what its row promises.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

/** Words that stand for tests which several files register; those made from tables are listed in a document. */
const SHARED: Readonly<Record<string, RegExp>> = {
  http: /fixtures\/replies\/(?!codex).*\.ts$|provider_cases\.md$/,
  cli_cases: /fixtures\/replies\/codex.*\.ts$|provider_cases\.md$/,
};

/** A test that a row names. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** The tests that a cell names. Words in backquotes and paths of documents are no tests. */
export function namedTests(
  cell: string,
  isFile: (name: string) => boolean = () => true,
): readonly NamedTest[] {
  let file = "";
  return cell.split(";").map((part) => part.trim()).flatMap((part) => {
    if (part === "" || /^`[^`]*`$/.test(part) || part.startsWith("docs/")) return [];
    const match = /^([a-z_]+(?:\/[a-z_]+)*):\s+(.*)$/s.exec(part);
    const isNamed = match !== null && isFile(match[1] ?? ""); // else the colon is part of a test's name
    if (isNamed) file = match[1] ?? "";
    else if (/^[a-z_]+(?:\/[a-z_]+)+$/.test(part)) return [{ file: part, title: "all" }];
    return [{ file, title: isNamed ? match[2] ?? "" : part }];
  });
}

/** Titles of the tests in a file; what is put in at run time reads "…". */
export function titlesOf(source: string): readonly string[] {
  return [...source.matchAll(/\btest\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , title = ""]) =>
    title.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, "…").replaceAll(/\\(.)/g, "$1")
  );
}

/** Whether a file has a test of that name. */
export function hasTest(source: string, title: string): boolean {
  const titles = titlesOf(source);
  if (/^all\b/.test(title)) return titles.length > 0;
  const wanted = title.split(/…|VERSION/).map((piece) => piece.trim()).filter((piece) => piece !== "");
  return titles.some((found) => holdsInOrder(found, wanted) || isPutTogether(source, found, wanted));
}

function holdsInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  return pieces.every((piece) => {
    const at = text.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

/** A title that is put together: what a row says in the place of its gaps must stand somewhere in the file. */
function isPutTogether(source: string, found: string, wanted: readonly string[]): boolean {
  const literals = found.split("…").map((literal) => literal.trim()).filter((literal) => literal !== "");
  if (!found.includes("…") || literals.length === 0) return false;
  return wanted.every((piece) => {
    const rest = literals.reduce(takeOut, piece);
    if (rest === piece) return source.includes(`"${piece}`); // the case alone
    return rest.split("\n").every((part) => source.includes(part.trim()));
  });
}

/** Takes a fixed part of a title out of a text, also where the text breaks off within it. */
function takeOut(text: string, literal: string): string {
  if (text.includes(literal)) return text.replace(literal, "\n");
  for (let length = literal.length - 1; length > 2; length--) {
    if (text.endsWith(` ${literal.slice(0, length)}`)) return text.slice(0, -length);
  }
  return text;
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.name.endsWith(".ts")) yield path;
  }
}

/** Every row that names a test which is not there, one sentence each. */
export function findInvariantFaults(root: string): readonly string[] {
  const files = [...filesBelow(join(root, "tests")), join(root, "docs/provider_cases.md")];
  const read = (path: string): string => readFileSync(path, "utf8");
  const pathsOf = (file: string): readonly string[] => {
    const names = [file, file.replace(/^agent\//, "agent/checkpoint/")];
    return files.filter((path) => names.some((name) => path.endsWith(`/${name}.test.ts`)));
  };
  const isFile = (name: string): boolean => Object.hasOwn(SHARED, name) || pathsOf(name).length > 0;
  const isThere = ({ file, title }: NamedTest): boolean => {
    const shared = SHARED[file];
    if (shared !== undefined) {
      const pieces = title.split(/…|VERSION/).map((piece) => piece.trim());
      return pieces.every((piece) => files.some((path) => shared.test(path) && read(path).includes(piece)));
    }
    return pathsOf(file).some((path) => hasTest(read(path), title));
  };
  const folder = join(root, "docs/invariants");
  return readdirSync(folder).filter((name) => name.endsWith(".md")).flatMap((name) =>
    read(join(folder, name)).split("\n").flatMap((line, index) => {
      const [, promise, shown, end] = line.split("|").map((cell) => cell.trim());
      if (promise === undefined || shown === undefined || end !== "") return [];
      if (shown === "Shown by" || /^[-: ]+$/.test(shown)) return [];
      const place = `docs/invariants/${name}:${index + 1}`;
      const named = namedTests(shown, isFile);
      if (named.length === 0 && !/`|docs\//.test(shown)) return [`${place}: names no test`];
      return named.filter((test) => !isThere(test)).map(({ file, title }) =>
        `${place}: ${file} has no test "${title}"`
      );
    })
  );
}

if (import.meta.main) {
  const faults = findInvariantFaults(resolve(import.meta.dirname ?? ".", ".."));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(faults.length === 0 ? "invariants: ok\n" : `invariants: ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
