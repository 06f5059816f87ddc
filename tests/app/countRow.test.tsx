import { act } from "react";
import { expect, test, vi } from "vitest";
import { CountRow } from "#app/screens/inventories/CountRow.tsx";
import { QueueNotes } from "#app/screens/inventories/QueueNotes.tsx";
import type { CountSheetView } from "#app/screens/inventories/useCountSheet.ts";
import type { SheetLine } from "#machines/stock/countLines.ts";
import { click, find, focus, mount, type } from "../support/app/mount.tsx";
import { aCountEntry } from "../support/machines/inventorySamples.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const place = { place: "Склад", count: 3, at: "2026-11-21T19:42:00.000Z", userAlias: "Ольга", isWaiting: false };
const line: SheetLine = {
  stockItemId: 10,
  title: "Сыр",
  unit: "кг",
  groupName: null,
  expected: null,
  places: [place],
};

const given = async (shown: SheetLine = line) => {
  const onCount = vi.fn();
  const row = (
    <CountRow
      line={shown}
      place="Склад"
      isBlind={false}
      timeZone="Europe/Moscow"
      isReadOnly={false}
      onCount={onCount}
    />
  );
  const { box } = await mount(<ul>{row}</ul>);
  const input = find("input");
  const button = (name: string) => [...box.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  const empty = async () => {
    await focus(input);
    await type(input, "");
  };
  return { onCount, input, button, empty };
};

const leave = (input: HTMLElement) => act(async () => input.blur());

const press = async (button: Element | undefined) => {
  if (!button) throw new Error("no button");
  await click(button);
};

test("CountRow — asks when the user leaves an emptied field, and withdraws the quantity on request", async () => {
  const { onCount, input, button, empty } = await given();
  await empty();
  expect(button("Убрать")).toBeUndefined();
  await leave(input);
  expect(onCount).not.toHaveBeenCalled();
  await press(button("Убрать"));
  expect(onCount.mock.calls).toEqual([[line, null]]);
  expect(button("Убрать")).toBeUndefined();
});

test("CountRow — restores the quantity of an emptied field if the user decides to keep it", async () => {
  const { onCount, input, button, empty } = await given();
  await empty();
  await leave(input);
  await press(button("Оставить"));
  expect(input).toHaveProperty("value", "3");
  expect(onCount).not.toHaveBeenCalled();
});

test("CountRow — saves a new quantity in an emptied field without a question", async () => {
  const { onCount, input, button, empty } = await given();
  await empty();
  await leave(input);
  await focus(input);
  expect(button("Убрать")).toBeUndefined();
  await type(input, "5");
  await leave(input);
  expect(onCount.mock.calls).toEqual([[line, 5]]);
});

test("CountRow — asks no question about an empty field whose place has no quantity", async () => {
  const { input, button, empty } = await given({ ...line, places: [{ ...place, place: "Бар" }] });
  await empty();
  await leave(input);
  expect(button("Убрать")).toBeUndefined();
});

test("QueueNotes — shows different messages for a refused withdrawal and a refused quantity", async () => {
  const failure = aFailure("refused", "Подсчёт закончен.");
  const entries = [aCountEntry(), aCountEntry({ key: "entry-key-2", count: null })];
  const sheet = { waiting: [], refused: entries.map((entry) => ({ entry, failure })), isAway: false };
  const { box } = await mount(<QueueNotes sheet={sheet as unknown as CountSheetView} />);
  expect([...box.querySelectorAll("strong")].map(({ textContent }) => textContent?.replaceAll("\u00a0", " "))).toEqual([
    "Не записано: Сыр, Склад, 4,2 кг",
    "Запись не убрана: Сыр, Склад",
  ]);
});
