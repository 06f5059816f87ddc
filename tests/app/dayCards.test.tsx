import { expect, test } from "vitest";
import { DayCards } from "#app/screens/statistics/DayCards.tsx";
import { givenCompany } from "../support/app/bakery.ts";
import { mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";

const none = { count: 0, amount: 0, average: 0, lateCount: 0 };
const busy = { count: 20, amount: 9000, average: 450, lateCount: 0 };

/**
 * Renders the dashboard cards of today, and returns the card with the main figures. `now` contains the figures up to
 * the time `until`.
 */
const givenToday = async (until: string, dayBefore: typeof none, now = none) => {
  const { services } = givenServices(
    () => Response.json({ until, ...now, dayBefore, weekBefore: none, attention: null, bestItems: [] }),
    { companies: [{ ...givenCompany({ "order.view": 1 }), dayStart: "06:00" }] },
  );
  const { box } = await mountWith(
    services,
    <DayCards
      query={{ companyId: 1, date: undefined }}
      names={{ dayBefore: "Вчера", weekBefore: "сб 14.11", isRunning: true }}
      timeZone="Europe/Moscow"
      group={{ add: () => () => {}, refresh: () => {} }}
      charts={null}
      payments={null}
    />,
  );
  await waitUntil(() => expect(box.textContent).toContain("Вчера к"));
  return box;
};

test.each([
  ["07:30", busy, false],
  ["05:30", busy, true],
  ["14:00", busy, true],
  ["14:00", { ...busy, count: 4 }, false],
])(
  "DayCards — at %s, without an order since 06:00 and with %j on the day before, the decrease is red: %s",
  async (until, dayBefore, isRed) => {
    const box = await givenToday(until, dayBefore);
    expect(box.textContent).toContain("▼ −100");
    expect(box.querySelector(".text-negative") !== null).toBe(isRed);
  },
);

test("DayCards — shows the difference from a day without orders as an amount, not as a percentage", async () => {
  const box = await givenToday("14:00", none, busy);
  expect(box.textContent?.replace(/\s/g, " ")).toContain("Вчера к 14:00: 0,00 р.▲ +9 000,00 р.");
  expect(box.textContent).not.toMatch(/[▲▼](?! [+−]\d)/);
});
