import { beforeEach, expect, test } from "vitest";
import { clearStorage } from "#app/session/storage.ts";
import { createOutboxStore } from "#app/storage/outboxStore.ts";

beforeEach(() => localStorage.clear());

const entries = [{ key: "key-1", request: { lineId: 7 } }];

test("outbox — keeps its unsent writes after a sign-out", () => {
  localStorage.setItem("session", "{}");
  createOutboxStore("kitchen:1:2").keep(entries);
  clearStorage("left");
  expect(localStorage).toHaveLength(1);
  expect(createOutboxStore("kitchen:1:2").recall()).toEqual(entries);
});

test("outbox — its writes cannot be read by another user", () => {
  createOutboxStore("kitchen:1:2").keep(entries);
  expect(createOutboxStore("kitchen:1:3").recall()).toEqual([]);
});

test("outbox without writes — is removed from the storage", () => {
  const store = createOutboxStore("kitchen:1:2");
  store.keep(entries);
  store.keep([]);
  expect(localStorage).toHaveLength(0);
});

test.each(["{", "{}", '[{"key":1}]'])("outbox with the malformed content %s — is read as empty", (text) => {
  localStorage.setItem("outbox:kitchen:1:2", text);
  expect(createOutboxStore("kitchen:1:2").recall()).toEqual([]);
});
