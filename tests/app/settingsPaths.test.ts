import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isSettingsPath } from "#app/frame/isSettingsPath.ts";
import { screenGroups } from "#app/routing/companyScreens.ts";

test("paths in index.html — match the screens of the settings and no other screen", () => {
  const html = readFileSync("src/app/index.html", "utf8");
  document.body.dataset["settings"] = new DOMParser().parseFromString(html, "text/html").body.dataset["settings"];
  const screens = screenGroups.flatMap((group) => group.screens);
  const matched = screens.filter(({ path }) => isSettingsPath(`/Company/1/${path}`));
  expect(matched).toEqual(screens.filter(({ isSetting }) => isSetting));
  expect(isSettingsPath("/company/1/tag/5/Edit")).toBe(true);
  expect(isSettingsPath("/Company/1")).toBe(false);
  expect(isSettingsPath("/Company/1/Order/5/Edit")).toBe(false);
});
