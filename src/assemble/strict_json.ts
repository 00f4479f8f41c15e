// Strict JSON alone, for those who read files and need nothing of the runner.
export { parseJsonText } from "../agent/checkpoint/json_text.ts";
