import { beforeEach, expect, test } from "vitest";
import { sharedNumber } from "../../src/app/tracker/sharedNumber.ts";
import { createTrackerStore, readTrackedPhone } from "../../src/app/tracker/trackerStore.ts";

const phone = { number: "+74952000001", name: null, companyName: "Пекарня «Колос»" };

beforeEach(() => localStorage.clear());

test.each([
  ["?text=8%20(916)%20123-45-67", "+79161234567"],
  ["?title=Мама&text=Звонил%20%2B7%20916%20123%2045%2067%20в%2012:30", "+79161234567"],
  ["?url=tel:%2B79161234567", "+79161234567"],
  ["?text=Без%20номера", ""],
  ["", ""],
])("sharedNumber — from the shared query string '%s', extracts the phone number '%s'", (search, number) => {
  expect(sharedNumber(search)).toBe(number);
});

test("token of a call tracker — is random, and stays the same for the same link code", () => {
  const store = createTrackerStore();
  const token = store.tokenFor("one");
  expect(token).toMatch(/^[\w-]{40}$/);
  expect([store.tokenFor("one"), createTrackerStore().tokenFor("one")]).toEqual([token, token]);
  expect(store.tokenFor("two")).not.toBe(token);
});

test("linked phone — keeps its token when a second link is opened, and loses the token when the phone is unlinked", () => {
  const store = createTrackerStore();
  const token = store.tokenFor("one");
  store.keepPhone("one", phone);
  expect([readTrackedPhone(), store.token()]).toEqual([phone, token]);
  store.tokenFor("two");
  expect([store.token(), store.tokenFor("one")]).toEqual([token, token]);
  store.forget();
  expect([readTrackedPhone(), store.token()]).toEqual([undefined, ""]);
});

test("malformed stored data of a call tracker — count as empty", () => {
  localStorage.setItem("tracker", "{");
  expect(readTrackedPhone()).toBeUndefined();
});
