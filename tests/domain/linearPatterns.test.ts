import { expect, test } from "vitest";
import { outsidePatterns, worstAttack } from "../support/oracles/slowTexts.ts";

const worstTime = (pattern: RegExp): number => worstAttack((text) => pattern.test(text)).time;

test("regular expressions applied to untrusted input — run in linear time", () => {
  const patterns = outsidePatterns();
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter((one) => worstTime(one) > 20).map(String)).toEqual([]);
});

test("linear-time check — detects a regular expression that runs in quadratic time", () => {
  expect(worstTime(/^ *(?: *[A-Z])+\d+$/)).toBeGreaterThan(20);
});
