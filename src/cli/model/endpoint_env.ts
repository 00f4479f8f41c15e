import type { ReadEnv } from "../../platform/env.ts";
import { describeUnset, parseHttpUrl } from "../flags.ts";
import { UsageError } from "../usage_error.ts";
import { flagName, type ModelSettings } from "./settings.ts";

/**
 * Reads the address of a model whose settings name a variable for it.
 *
 * @returns settings with the address; the same where none is to be read
 * @throws UsageError when the variable is not set or holds no address; its value is not in the message
 */
export function readEndpoint(settings: ModelSettings, readEnv: ReadEnv): ModelSettings {
  const { role, endpointEnv: name } = settings;
  if (name === undefined) return settings;
  const flag = flagName(role, "endpoint-env");
  const value = readEnv(name);
  if (value === undefined || value === "") {
    throw new UsageError(`${describeUnset(name, flag)}: export it`);
  }
  return { ...settings, endpoint: parseHttpUrl(value, `The variable ${name}, which ${flag} names,`) };
}
