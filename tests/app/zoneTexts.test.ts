import { expect, test } from "vitest";
import { byAddressText, zoneTermsText } from "#app/screens/orders/editor/zoneTexts.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test.each([
  ["a price of 300 roubles and no other terms", 1000, "300,00 р.", { price: 300, freeFrom: null, minutes: null }],
  [
    "a price of 300 roubles, free delivery from 1500 roubles and 45 minutes",
    0,
    "300,00 р., 45 мин",
    { price: 300, freeFrom: 1500, minutes: 45 },
  ],
  [
    "a price of 300 roubles, free delivery from 1500 roubles and 45 minutes",
    1499.5,
    "300,00 р., 45 мин, ещё 0,50 р. — и бесплатно",
    { price: 300, freeFrom: 1500, minutes: 45 },
  ],
  [
    "a price of 300 roubles, free delivery from 1500 roubles and 45 minutes",
    1500,
    "бесплатно, 45 мин",
    { price: 300, freeFrom: 1500, minutes: 45 },
  ],
  [
    "a price of 0 roubles and free delivery from 1500 roubles",
    100,
    "бесплатно",
    { price: 0, freeFrom: 1500, minutes: null },
  ],
])("zoneTermsText — for a zone with %s and dishes for %d roubles, returns '%s'", (_, goods, expected, zone) => {
  expect(plain(zoneTermsText(zone, goods))).toBe(expected);
});

test("byAddressText — with a street, names the found zone or states that there is none; without a street, names no zone", () => {
  expect([
    byAddressText({ name: "Город" }, true),
    byAddressText(undefined, true),
    byAddressText({ name: "Город" }, false),
  ]).toEqual(["По адресу: Город", "По адресу: вне зон", "По адресу"]);
});
