/**
 * Chromium features that Playwright disables. Chromium uses only the last `--disable-features` argument, so these
 * features must be repeated in it.
 */
const playwrights =
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch";

/**
 * Additional Chromium features that are disabled. They would load internal pages in each new browser context, in
 * addition to the tested page.
 */
const own = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI";

/**
 * Command-line arguments of Chromium for tests and measurements. The arguments switch off background activity, the GPU,
 * QUIC and the use of `/dev/shm`.
 */
export const chromiumArgs = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  `--disable-features=${playwrights},${own}`,
];
