import { act, useState } from "react";
import { expect, test, vi } from "vitest";
import { CountRow } from "#app/screens/inventories/CountRow.tsx";
import { QueueNotes } from "#app/screens/inventories/QueueNotes.tsx";
import type { CountedItem } from "#app/screens/inventories/useCountSheet.ts";
import type { Unit } from "#domain/units.ts";
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

const Row = ({ shown, onCount }: { shown: SheetLine; onCount: (item: CountedItem, count: number | null) => void }) => {
  const [chosen, setChosen] = useState<Unit>();
  return (
    <ul>
      <CountRow
        line={shown}
        place="Склад"
        chosen={chosen}
        isBlind={false}
        timeZone="Europe/Moscow"
        isReadOnly={false}
        onCount={onCount}
        onUnit={(_, unit) => setChosen(unit)}
      />
    </ul>
  );
};

const given = async (shown: SheetLine = line) => {
  const onCount = vi.fn();
  const { box } = await mount(<Row shown={shown} onCount={onCount} />);
  const input = find("input");
  const button = (name: string) => [...box.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  const empty = async () => {
    await focus(input);
    await type(input, "");
  };
  const choose = async (name: string) => {
    const select = box.querySelector("select");
    if (!select) throw new Error("no select");
    const at = [...select.options].findIndex(({ text }) => text === name);
    await act(async () => {
      select.focus();
      select.value = String(at);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  };
  return { box, onCount, input, button, empty, choose };
};

const leave = (input: HTMLElement) => act(async () => input.blur());

const press = async (button: Element | undefined) => {
  if (!button) throw new Error("no button");
  await click(button);
};

test("CountRow — removes the quantity of an emptied field only after a confirmation", async () => {
  const { onCount, input, button, empty } = await given();
  await empty();
  expect(button("Убрать")).toBeUndefined();
  await leave(input);
  expect(onCount).not.toHaveBeenCalled();
  await press(button("Убрать"));
  expect(onCount.mock.calls).toEqual([[line, null]]);
  expect(button("Убрать")).toBeUndefined();
});

test("CountRow — restores the quantity in an emptied field if the user decides to keep the quantity", async () => {
  const { onCount, input, button, empty } = await given();
  await empty();
  await leave(input);
  await press(button("Оставить"));
  expect(input).toHaveProperty("value", "3");
  expect(onCount).not.toHaveBeenCalled();
});

test("CountRow — closes the confirmation when the user returns to the emptied field, and saves a newly typed quantity", async () => {
  const { onCount, input, button, empty } = await given();
  await empty();
  await leave(input);
  await focus(input);
  expect(button("Убрать")).toBeUndefined();
  await type(input, "5");
  await leave(input);
  expect(onCount.mock.calls).toEqual([[line, 5]]);
});

test("CountRow — asks for no confirmation of an emptied field if the item has no quantity at the chosen place", async () => {
  const { input, button, empty } = await given({ ...line, places: [{ ...place, place: "Бар" }] });
  await empty();
  await leave(input);
  expect(button("Убрать")).toBeUndefined();
});

const flour: SheetLine = { ...line, title: "Мука", packs: [{ name: "мешок", factor: 25 }], places: [] };
const textOf = (box: Element) => (box.textContent ?? "").replaceAll("\u00a0", " ");

test("CountRow — applies a pack unit that is chosen after the number, and shows the quantity in both units", async () => {
  const { box, onCount, input, choose } = await given(flour);
  await focus(input);
  await type(input, "2");
  await choose("мешок");
  expect(onCount).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input);
  expect(textOf(box)).toContain("2 мешка × 25 кг = 50 кг");
  await leave(input);
  expect(onCount.mock.calls).toEqual([[flour, 50]]);
});

test.each([
  ["0,3", 7.5],
  ["0,00001", 0.00025],
  ["1,1", 27.5],
])("CountRow — saves the quantity of %s sacks as exactly %d kg", async (text, count) => {
  const { onCount, input, choose } = await given(flour);
  await choose("мешок");
  await type(input, text);
  await leave(input);
  expect(onCount.mock.calls).toEqual([[flour, count]]);
});

test("CountRow — shows a stored quantity in the chosen unit and does not save it again", async () => {
  const { box, onCount, input, choose } = await given({ ...flour, places: [{ ...place, count: 62.5 }] });
  await choose("мешок");
  expect(input).toHaveProperty("value", "2,5");
  expect(textOf(box)).toContain("2,5 мешка × 25 кг = 62,5 кг");
  await leave(input);
  await choose("г");
  expect(input).toHaveProperty("value", "62500");
  await leave(input);
  expect(onCount).not.toHaveBeenCalled();
});

test("CountRow — rejects a number of packs with a base quantity that is too large", async () => {
  const { box, onCount, input, choose } = await given(flour);
  await choose("мешок");
  await type(input, "9999999");
  await leave(input);
  expect(onCount).not.toHaveBeenCalled();
  expect(box.querySelector("[role=alert]")).not.toBeNull();
});

test("CountRow — offers no unit choice for an item with a single unit", async () => {
  const { box } = await given({ ...line, unit: "шт" });
  expect(box.querySelector("select")).toBeNull();
});

test("QueueNotes — shows different messages for a refused quantity and a refused removal of a quantity", async () => {
  const failure = aFailure("refused", "Подсчёт закончен.");
  const entries = [aCountEntry(), aCountEntry({ key: "entry-key-2", count: null })];
  const refused = entries.map((entry) => ({ entry, failure }));
  const sheet = { actor: { send: () => {} }, waiting: [], refused, isAway: false };
  const { box } = await mount(<QueueNotes sheet={sheet} />);
  expect([...box.querySelectorAll("strong")].map(({ textContent }) => textContent?.replaceAll("\u00a0", " "))).toEqual([
    "Не записано: Сыр, Склад, 4,2 кг",
    "Запись не убрана: Сыр, Склад",
  ]);
});
