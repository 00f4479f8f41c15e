import process from "node:process";

/** Sets a variable of this process's own environment, unless it is set. Children do not get it on their own. */
export function setEnvDefault(name: string, value: string): void {
  process.env[name] ??= value;
}
