/** A random UUID, version 4, from the runtime's secure generator. */
export function randomId(): string {
  return crypto.randomUUID();
}
