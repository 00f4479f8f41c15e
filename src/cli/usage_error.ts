import { TablazeError } from "../contracts/errors.ts";

/**
 * A command line or a configuration that cannot be used. The message is one sentence for the person at the keyboard
 * and says how to put it right.
 */
export class UsageError extends TablazeError {
  /**
   * @param message what is wrong and what to write instead
   * @param options standard error options
   */
  constructor(message: string, options?: ErrorOptions) {
    super("USAGE", message, options);
  }
}
