import { act } from "react";
import { expect, test, vi } from "vitest";
import { dayByKey, weeksOfMonth } from "#app/ui/calendar/monthDays.ts";
import { DayPicker } from "#app/ui/DayPicker.tsx";
import { mount } from "../support/app/mount.tsx";

test("weeksOfMonth — returns the weeks that cover the month, each from Monday to Sunday", () => {
  const weeks = weeksOfMonth("2026-11-21");
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[0], weeks[5]?.[6]]).toEqual([
    "2026-10-26",
    "2026-11-01",
    "2026-11-30",
    "2026-12-06",
  ]);
  expect(weeksOfMonth("2027-02-01")).toHaveLength(4);
});

test.each([
  ["ArrowLeft", "2026-10-31"],
  ["ArrowRight", "2026-11-02"],
  ["ArrowUp", "2026-10-25"],
  ["ArrowDown", "2026-11-08"],
  ["Home", "2026-10-26"],
  ["End", "2026-11-01"],
  ["PageUp", "2026-10-01"],
  ["PageDown", "2026-12-01"],
  ["Enter", undefined],
])("dayByKey — for the key %s pressed on Sunday 1 November, returns %s", (key, day) => {
  expect(dayByKey(key, "2026-11-01")).toBe(day);
});

const givenPicker = async (from?: string, to?: string) => {
  const onPick = vi.fn();
  const onClose = vi.fn();
  const days = new Map([
    ["2026-11-18", 3],
    ["2026-11-20", 5],
  ]);
  const { box } = await mount(
    <DayPicker days={days} today="2026-11-21" from={from} to={to} onPick={onPick} onClose={onClose} />,
  );
  const day = (name: string) => box.querySelector<HTMLElement>(`[data-day="${name}"]`);
  const click = (element: HTMLElement | null, init?: MouseEventInit) =>
    act(async () => element?.dispatchEvent(new MouseEvent("click", { bubbles: true, ...init })));
  const press = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
  const button = (label: string) => box.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  const tabStops = () =>
    [...box.querySelectorAll('[data-day][tabindex="0"]')].map((one) => one.getAttribute("data-day"));
  return { onPick, onClose, box, day, click, press, button, tabStops };
};

test("DayPicker — without a chosen period, focuses today and makes today the only tab stop", async () => {
  const { day, tabStops } = await givenPicker();
  expect(document.activeElement).toBe(day("2026-11-21"));
  expect(tabStops()).toEqual(["2026-11-21"]);
});

test("DayPicker — PageDown moves the focus to the same day of the next month", async () => {
  const { press, box, tabStops } = await givenPicker("2026-11-20", "2026-11-20");
  await press("PageDown");
  expect(document.activeElement?.getAttribute("data-day")).toBe("2026-12-20");
  expect(box.textContent).toContain("Декабрь 2026");
  expect(tabStops()).toEqual(["2026-12-20"]);
});

test("DayPicker — keeps the focus on the button for the previous month after a click", async () => {
  const { button, click, box } = await givenPicker();
  button("Месяц назад")?.focus();
  await click(button("Месяц назад"));
  expect(box.textContent).toContain("Октябрь 2026");
  expect(document.activeElement).toBe(button("Месяц назад"));
});

test("DayPicker — disables a day without orders and gives the reason", async () => {
  const { day, click, onPick } = await givenPicker();
  await click(day("2026-11-19"));
  expect(onPick).not.toHaveBeenCalled();
  expect(day("2026-11-19")?.title).toBe("В этот день заказов нет");
  expect(day("2026-11-19")?.getAttribute("aria-disabled")).toBe("true");
});

test("DayPicker — selects a single day on a click", async () => {
  const { day, click, onPick, onClose } = await givenPicker();
  await click(day("2026-11-18"));
  expect(onPick).toHaveBeenCalledWith("2026-11-18", "2026-11-18");
  expect(onClose).toHaveBeenCalledOnce();
});

test("DayPicker — a click with Shift extends the range to an earlier or a later day", async () => {
  const { day, click, onPick } = await givenPicker("2026-11-20", "2026-11-20");
  await click(day("2026-11-18"), { shiftKey: true });
  await click(day("2026-11-21"), { shiftKey: true });
  expect(onPick.mock.calls).toEqual([
    ["2026-11-18", "2026-11-20"],
    ["2026-11-20", "2026-11-21"],
  ]);
});

test("DayPicker — a click on today clears the chosen range", async () => {
  const { day, click, onPick } = await givenPicker("2026-11-18", "2026-11-20");
  expect(day("2026-11-18")?.getAttribute("aria-pressed")).toBe("true");
  await click(day("2026-11-21"));
  expect(onPick).toHaveBeenCalledWith(undefined, undefined);
});

test("DayPicker — closes on Esc", async () => {
  const { press, onClose } = await givenPicker();
  await press("Escape");
  expect(onClose).toHaveBeenCalledOnce();
});
