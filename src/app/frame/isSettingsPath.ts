/**
 * Returns true for the path of a company's settings screen, or of a form below this path. `index.html` contains the
 * paths of the screens, so that the frame knows them before the code of the screen is loaded.
 */
export const isSettingsPath = (path: string): boolean =>
  RegExp(`^/Company/\\d+/(${document.body.dataset["settings"]})(/|$)`, "i").test(path);
