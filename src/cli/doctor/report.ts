/** Something that keeps a run from starting, and what to do about it. */
export interface DoctorProblem {
  readonly code: string;
  readonly message: string;
}

/** What `tablaze doctor` prints. */
export interface DoctorReport {
  /** True when a browser could be started. */
  readonly ok: boolean;
  /** True when a browser's executable is there; `ok` also needs a display for a window, for example. */
  readonly ready: boolean;
  readonly version: string;
  readonly runtime: { readonly name: string; readonly version: string };
  readonly machine: { readonly platform: string; readonly architecture: string };
  readonly browser:
    | {
      readonly found: true;
      /** Who chose it: `option`, `environment`, `installed`, or `managed` by the driver. */
      readonly source: string;
      readonly channel?: string;
      readonly executable_path?: string;
      /** False for root, for whom Chromium cannot use it. */
      readonly sandbox: boolean;
      readonly headless: boolean;
    }
    | { readonly found: false };
  readonly model: {
    /** Whether `TABLAZE_API_KEY` is set; its value is never shown. */
    readonly api_key_set: boolean;
  };
  readonly problems: readonly DoctorProblem[];
  /** Remarks that keep nothing from working. */
  readonly notices: readonly string[];
}

/** The report as indented JSON. */
export function renderDoctorReport(report: DoctorReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
