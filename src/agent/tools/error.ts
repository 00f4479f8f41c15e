import { TablazeError } from "../../contracts/errors.ts";

/** Why a tool or a registry cannot be used. */
export type ToolRegistryErrorCode =
  /** A definition is not one. */
  | "INVALID_TOOL"
  /** An option of the registry is wrong. */
  | "INVALID_REGISTRY"
  /** Two tools have the same name. */
  | "TOOL_NAMES_DUPLICATED"
  /** The application could not say for whom the tools act. */
  | "CONTEXT_UNAVAILABLE"
  /** The tools act for somebody else now, or the page is another one. */
  | "CONTEXT_CHANGED"
  /** A custom tool was called outside a lease. */
  | "LEASE_REQUIRED"
  /** The lease was given back. */
  | "LEASE_CLOSED";

/** A definition, a registry or a context that cannot be used. Its message holds no argument and no trusted value. */
export class ToolRegistryError extends TablazeError {
  /** Fixed code. */
  declare readonly code: ToolRegistryErrorCode;

  /**
   * A failure with one of the fixed codes.
   *
   * @param code one of the fixed codes
   * @param message what is wrong and what is expected
   * @param options standard error options
   */
  constructor(code: ToolRegistryErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
