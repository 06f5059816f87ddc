import { expect, test } from "vitest";
import { returnPath } from "#app/session/login/returnPath.ts";

const origin = "http://localhost:4000";

test("after sign-in — the user returns to a path of the same origin, with its query and hash", () => {
  expect(returnPath("/Company/1/Order/5?tab=history#end", origin)).toBe("/Company/1/Order/5?tab=history#end");
});

test.each([
  null,
  "",
  "Company/1",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "/.//evil.example",
  "\\\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "/login.html?return=/login.html",
  "/LOGIN.html",
])("after sign-in — the home page is opened instead of the path %j", (wanted) => {
  expect(returnPath(wanted, origin)).toBe("/");
});
