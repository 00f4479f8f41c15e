// A later --disable-features replaces an earlier one, so the driver's own list (of playwright-core 1.65) is repeated.
const DRIVER_DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

// Every new window would start two renderers for the address bar, which nobody sees: half the time of an open.
const ADDRESS_BAR_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Arguments of the browser beyond the driver's own. */
export const LAUNCH_ARGUMENTS: readonly string[] = [
  `--disable-features=${[...DRIVER_DISABLED_FEATURES, ...ADDRESS_BAR_FEATURES].join(",")}`,
];
