import type { ResolvedCodexOptions } from "./options.ts";

/** Files and folders of one inference. */
export interface CommandPaths {
  /** Empty working directory. */
  readonly workFolder: string;
  readonly schemaFile: string;
  readonly outputFile: string;
  readonly imageFiles: readonly string[];
}

/** Variables that the CLI reads besides those of every child: its login, its certificates, its keyring. No key. */
export const CODEX_ENVIRONMENT_NAMES: readonly string[] = [
  "CODEX_HOME",
  "CODEX_CA_CERTIFICATE",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  "ALL_PROXY",
  "all_proxy",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "USERPROFILE",
  "APPDATA",
  "COMSPEC",
  "PATHEXT",
];

/** Features through which the tested CLI would give the model something to run, read, call or remember. */
const DISABLED_FEATURES: readonly string[] = [
  "apps",
  "browser_use",
  "browser_use_external",
  "code_mode_host",
  "computer_use",
  "default_mode_request_user_input",
  "goals",
  "hooks",
  "image_generation",
  "in_app_browser",
  "memories",
  "multi_agent",
  "multi_agent_v2",
  "plugin_sharing",
  "plugins",
  "remote_plugin",
  "shell_snapshot",
  "shell_tool",
  "skill_mcp_dependency_install",
  "skill_search",
  "sleep_tool",
  "standalone_web_search",
  "tool_suggest",
  "unified_exec",
  "view_image",
  "workspace_dependencies",
];

const SETTINGS: readonly string[] = [
  'approval_policy="never"',
  'history.persistence="none"',
  'web_search="disabled"',
  "analytics.enabled=false",
  "check_for_update_on_startup=false",
  "include_apps_instructions=false",
  "include_collaboration_mode_instructions=false",
  "include_environment_context=false",
  "include_permissions_instructions=false",
  "project_doc_max_bytes=0",
  "skills.bundled.enabled=false",
  "skills.include_instructions=false",
  "tools.experimental_request_user_input.enabled=false",
  "tools.update_plan.enabled=false",
];

/**
 * The arguments of one inference. The prompt comes through standard input, so that it stands in no process list.
 * Settings that another version does not know are reported by it as notifications and otherwise ignored.
 */
export function toArguments(
  { model, codexCommandArgs, reasoningEffort }: ResolvedCodexOptions,
  { workFolder, schemaFile, outputFile, imageFiles }: CommandPaths,
): readonly string[] {
  const settings = [
    ...SETTINGS,
    ...DISABLED_FEATURES.map((name) => `features.${name}=false`),
    ...(reasoningEffort === undefined ? [] : [`model_reasoning_effort=${JSON.stringify(reasoningEffort)}`]),
  ];
  return [
    ...codexCommandArgs,
    "exec",
    "--json",
    "--ephemeral",
    "--ignore-user-config",
    "--ignore-rules",
    "--skip-git-repo-check",
    "--color=never",
    "--sandbox=read-only",
    `--cd=${workFolder}`,
    `--model=${model}`,
    `--output-schema=${schemaFile}`,
    `--output-last-message=${outputFile}`,
    ...settings.flatMap((setting) => ["-c", setting]),
    ...imageFiles.map((path) => `--image=${path}`),
    "-",
  ];
}
