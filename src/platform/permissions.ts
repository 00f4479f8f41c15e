// The only place that looks for the Deno global. Everything else uses `node:` built-ins, which both runtimes have.

interface PermissionHost {
  readonly version: { readonly deno: string };
  readonly permissions: {
    query(
      descriptor: { name: string; path?: string; host?: string; variable?: string; command?: string },
    ): Promise<
      { readonly state: string }
    >;
  };
}

/** A kind of access that the runtime may hold back. */
export type Access =
  | { readonly name: "read" | "write"; readonly path: string }
  | { readonly name: "net"; readonly host: string }
  | { readonly name: "env"; readonly variable: string }
  | { readonly name: "run"; readonly command: string };

function permissionHost(): PermissionHost | undefined {
  return (globalThis as { Deno?: PermissionHost }).Deno;
}

/** Name and version of the runtime, for reports. */
export function runtimeVersion(): { readonly name: "deno" | "node"; readonly version: string } {
  const host = permissionHost();
  if (host !== undefined) return { name: "deno", version: host.version.deno };
  const { process } = globalThis as { process?: { version?: string } };
  return { name: "node", version: (process?.version ?? "").replace(/^v/, "") };
}

/**
 * Whether the runtime grants this access now. Asking never prompts, and a grant that a person would still have to
 * confirm is not a yes. Where the runtime has no permissions (Node) everything is granted.
 */
export async function isGranted(access: Access): Promise<boolean> {
  const host = permissionHost();
  if (host === undefined) return true;
  const { state } = await host.permissions.query(access);
  return state === "granted";
}
