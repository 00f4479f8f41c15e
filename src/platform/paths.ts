import { resolve } from "node:path";

/** Whether two paths are written for the same place; links are not looked up. */
export function samePath(first: string, second: string): boolean {
  return resolve(first) === resolve(second);
}
