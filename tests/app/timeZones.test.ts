import { expect, test } from "vitest";
import { timeZones } from "#app/screens/companies/timeZones.ts";
import { filterChoices } from "#app/ui/choices.ts";

const zones = timeZones("Etc/UTC");

test("time zones — have unique Russian names, and each name except that of UTC contains the offset", () => {
  const foreign = zones.filter(({ name, zone }) => zone !== "Etc/UTC" && !/^[а-яё].* \(UTC[-+:\d]*\)$/i.test(name));
  expect(foreign).toEqual([]);
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length);
});

test("time zones — include every zone that the browser supports, and the chosen zone", () => {
  expect(zones.map(({ zone }) => zone)).toEqual(
    expect.arrayContaining([...Intl.supportedValuesOf("timeZone"), "Etc/UTC"]),
  );
});

test.each([
  ["петерб", "Europe/Moscow"],
  ["Уфа", "Asia/Yekaterinburg"],
  ["минск", "Europe/Minsk"],
  ["нью", "America/New_York"],
  ["франция", "Europe/Paris"],
])("time zones — the search for '%s' returns %s first", (text, zone) => {
  expect(filterChoices(zones, text)[0]).toMatchObject({ zone });
});
