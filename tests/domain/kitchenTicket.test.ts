import fc from "fast-check";
import { expect, test } from "vitest";
import {
  allChanges,
  applyTicket,
  distributeChanges,
  type KitchenLine,
  type KnownLines,
  kitchenChanges,
} from "#domain/kitchenTicket.ts";
import { ticketLines, ticketNote, ticketWay } from "#domain/kitchenWords.ts";

const line = (more: Partial<KitchenLine> = {}): KitchenLine => ({
  name: "Маргарита",
  categoryId: 2,
  count: 2,
  note: null,
  orderNote: null,
  modificators: [],
  ...more,
});

const lines = fc.record({
  name: fc.constantFrom("Маргарита", "Компот"),
  categoryId: fc.constantFrom(1, 2, 3, 4),
  count: fc.integer({ min: 1, max: 5 }),
  note: fc.constantFrom(null, "острее"),
  orderNote: fc.constantFrom(null, "без лука"),
  modificators: fc.subarray([
    { name: "сыр", count: 1 },
    { name: "борт", count: 2 },
  ]),
});

const order: fc.Arbitrary<KnownLines> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), lines), { selector: ([id]) => id, maxLength: 6 })
  .map((entries) => new Map(entries));

const chainOf = (id: number): number[] => (id === 4 ? [4, 3] : [id]);
const printers = [
  { id: 20, categoryIds: [] },
  { id: 30, categoryIds: [3] },
];

test("kitchen tickets — after the last changes are printed, the tickets describe the whole order, even if earlier prints failed", () => {
  const sending = fc.record({ next: order, isWhole: fc.boolean(), printed: fc.subarray([0, 1, 2]) });
  fc.assert(
    fc.property(fc.array(sending, { maxLength: 8 }), order, (sendings, last) => {
      let known: KnownLines = new Map();
      const send = (now: KnownLines, isWhole: boolean, isPrinted: (part: number) => boolean) => {
        const changes = (isWhole ? allChanges : kitchenChanges)(known, now);
        const parts = [...distributeChanges(changes, printers, chainOf).values()];
        for (const [index, part] of parts.entries()) if (isPrinted(index)) known = applyTicket(known, part);
      };
      for (const { next, isWhole, printed } of sendings) send(next, isWhole, (part) => printed.includes(part));
      send(last, false, () => true);
      expect(kitchenChanges(known, last)).toEqual([]);
      expect([...known.keys()].sort()).toEqual([...last.keys()].sort());
    }),
  );
});

test("kitchenChanges returns no change if only the sequence of modifiers or an empty note differs, and allChanges also returns unchanged lines", () => {
  const [cheese, crust] = [
    { name: "сыр", count: 1 },
    { name: "борт", count: 1 },
  ];
  const one = new Map([[1, line({ modificators: [cheese, crust], note: "" })]]);
  const other = new Map([[1, line({ modificators: [crust, cheese], note: null })]]);
  expect(kitchenChanges(one, other)).toEqual([]);
  expect(allChanges(one, other)).toHaveLength(1);
});

test("distributeChanges — chooses the printer of the category or of an ancestor, otherwise the default or the first printer", () => {
  const change = (categoryId: number) => ({ lineId: categoryId, before: null, after: line({ categoryId }) });
  const shares = distributeChanges([change(1), change(3), change(4)], printers, chainOf);
  expect([...shares].map(([id, share]) => [id, share.map(({ lineId }) => lineId)])).toEqual([
    [20, [1]],
    [30, [3, 4]],
  ]);
  expect([...distributeChanges([change(1)], [{ id: 30, categoryIds: [3] }], chainOf).keys()]).toEqual([30]);
  expect([...distributeChanges([change(1)], [], chainOf).keys()]).toEqual([null]);
});

test("a kitchen ticket — shows added portions, cancellations and changes", () => {
  const changes = kitchenChanges(
    new Map([
      [1, line()],
      [2, line({ name: "Компот", count: 1 })],
      [3, line({ name: "Плов", note: "острее" })],
      [4, line({ name: "Чай" })],
    ]),
    new Map([
      [1, line({ count: 4 })],
      [3, line({ name: "Плов", modificators: [{ name: "сыр", count: 1 }] })],
      [4, line({ name: "Чай", count: 1 })],
      [5, line({ name: "Морс" })],
    ]),
  );
  const lines = ticketLines(changes, false);
  expect(lines.map(({ head }) => head)).toEqual([
    "+2 Маргарита",
    "ОТМЕНА: 1 × Компот",
    "ИЗМЕНЕНО: 2 × Плов",
    "−1 Чай",
    "+2 Морс",
  ]);
  expect(lines[0]?.details).toEqual(["всего 4"]);
  expect(lines[2]?.details).toEqual(["добавки изменены, было: без добавок", "повару, было: острее", "+ сыр × 1"]);
  expect(lines[4]?.details).toEqual(["новое"]);
  expect(ticketLines(changes, true).map(({ head }) => head)).toContain("4 × Маргарита");
});

test("a kitchen ticket — shows a changed order note and the previous note", () => {
  const first = kitchenChanges(new Map(), new Map([[1, line({ orderNote: "без лука" })]]));
  expect(ticketLines(first, true)).toMatchObject([{ head: "2 × Маргарита", details: [] }]);
  expect(ticketNote(first)).toEqual({ text: "без лука", before: undefined });
  const noted = kitchenChanges(
    new Map([[1, line({ orderNote: "без лука" })]]),
    new Map([[1, line({ orderNote: "острее" })]]),
  );
  expect(ticketLines(noted, false)).toEqual([]);
  expect(ticketNote(noted)).toEqual({ text: "острее", before: "без лука" });
  expect(ticketNote(kitchenChanges(new Map(), new Map([[1, line()]])))).toBeUndefined();
});

test("a kitchen ticket — shows the new and the previous way of serving the order: delivery, pickup or dine-in", () => {
  const changesOf = (before: KitchenLine["way"], after: KitchenLine["way"]) =>
    kitchenChanges(new Map([[1, line(before && { way: before })]]), new Map([[1, line(after && { way: after })]]));
  const moved = changesOf("delivery", "hall");
  expect(ticketLines(moved, false)).toEqual([]);
  expect(ticketWay(moved)).toEqual({ text: "В зале", before: "Доставка" });
  expect(ticketWay(changesOf("hall", "pickup"))).toEqual({ text: "Самовывоз", before: "В зале" });
  expect(ticketWay(changesOf("pickup", "delivery"))).toEqual({ text: "Доставка", before: "Самовывоз" });
  expect(changesOf("hall", "hall")).toEqual([]);
  expect(changesOf(undefined, "hall")).toEqual([]);
  expect(ticketWay(kitchenChanges(new Map(), new Map([[1, line({ way: "hall" })]])))).toBeUndefined();
});
