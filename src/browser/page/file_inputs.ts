// File inputs.
import type { PageFailure } from "./protocol.ts";
import { describe } from "./meaning.ts";
import { failure, resolve } from "./resolve.ts";
import type { Scene } from "./scene.ts";
import { isDisabled } from "./states.ts";

/** Whether a target takes files, and how many. */
export function fileInput(
  scene: Scene,
  ref: string,
): { readonly ok: true; readonly multiple: boolean } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  const what = `${ref} (${describe(meaning)})`;
  const input = element as HTMLInputElement;
  if (element.localName !== "input" || input.type !== "file") {
    return failure(
      "UNSUPPORTED_FLOW",
      `${what} is no file field: use upload_chooser for a button that opens a chooser, drop_files for a place to drop on`,
    );
  }
  if (isDisabled(element)) return failure("TARGET_DISABLED", `${what} is disabled`);
  if (input.webkitdirectory) return failure("UNSUPPORTED_FLOW", `${what} takes a whole folder, not files`);
  return { ok: true, multiple: input.multiple };
}

/** Takes all files out of a file field, with the events of a person's choice. */
export function clearFiles(scene: Scene, ref: string): { readonly ok: true } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const input = resolved.element as HTMLInputElement;
  if ((input.files?.length ?? 0) === 0) return { ok: true };
  input.value = "";
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return { ok: true };
}
