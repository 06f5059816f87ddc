import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventParser, type ServerSentEvent } from "#api/serverSentEvents.ts";

const parseAll = (pieces: readonly string[]): readonly ServerSentEvent[] => {
  const parse = createEventParser();
  return pieces.flatMap((piece) => parse(piece));
};

test("parser of event streams — reads name, id and data, and skips comments and messages without data", () => {
  expect(
    parseAll([': привет\n\nevent: reset\ndata: {}\n\nid: 7\ndata: {"a":1}\ndata:2\n\nid: 8\n\ndata: half']),
  ).toEqual([
    { event: "reset", id: undefined, data: "{}" },
    { event: undefined, id: "7", data: '{"a":1}\n2' },
  ]);
});

test("parser of event streams — returns the same messages for any chunk boundaries and line breaks", () => {
  const message = fc.record({ id: fc.nat(), data: fc.string({ unit: fc.constantFrom(...'аб:{}" x') }) });
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 8 }),
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.array(fc.nat(400)),
      (messages, end, cuts) => {
        const text = messages.map(({ id, data }) => `:${end}${end}id: ${id}${end}data: ${data}${end}${end}`).join("");
        const places = [0, ...cuts.filter((at) => at < text.length).sort((one, other) => one - other), text.length];
        const pieces = places.slice(1).map((to, index) => text.slice(places[index], to));
        const expected = messages.map(({ id, data }) => ({ event: undefined, id: String(id), data }));
        expect(parseAll([...pieces, end])).toEqual(expected);
      },
    ),
  );
});
