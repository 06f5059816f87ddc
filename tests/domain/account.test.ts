import { expect, test } from "vitest";
import { describeDevice } from "#domain/device.ts";
import { passwordProblem } from "#domain/password.ts";

test("a password — must have 8 to 200 characters and differ from the user name, regardless of case and outer spaces", () => {
  expect(passwordProblem("1234567", "operator")).toContain("не меньше 8");
  expect(passwordProblem("12345678", "operator")).toBeUndefined();
  expect(passwordProblem("я".repeat(200), "operator")).toBeUndefined();
  expect(passwordProblem("я".repeat(201), "operator")).toContain("не больше 200");
  expect(passwordProblem(" Operator", "operator")).toContain("не должен совпадать");
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "Chrome на Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 YaBrowser/25.8 Safari/537.36", "Яндекс Браузер на Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge на Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari на Mac"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari на iPhone"],
  ["Mozilla/5.0 (Linux; Android 15; SM-X700) Chrome/140.0 Safari/537.36", "Chrome на планшете Android"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", "Chrome на телефоне Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox на Linux"],
  ["curl/8.5.0", "Программа или неизвестный браузер"],
  ["", "Программа или неизвестный браузер"],
])("the user agent '%s' — is described as '%s'", (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
