import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptPhoneInput } from "#domain/fieldInput.ts";
import { formatPhone, isValidPhone, normalizePhone } from "#domain/phone.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe("isValidPhone", () => {
  test.each([
    ["89161234567", true],
    ["+79161234567", true],
    ["+375291234567", true],
    ["9161234567", true],
    ["8123456789", true],
    ["8916123456", false],
    ["7495123456", false],
    ["916123456", false],
    ["+7916123456", false],
    ["+3752912345678", false],
    ["891612345678", false],
    ["", false],
    ["+", false],
  ])("isValidPhone — for the phone number '%s' returns %s", (phone, valid) => {
    expect(isValidPhone(phone)).toBe(valid);
  });
});

test("normalizePhone — returns the same number for the prefixes 8, 7 and +7", () => {
  fc.assert(
    fc.property(digits(10), (ten) => {
      const forms = [`8${ten}`, `7${ten}`, `+7${ten}`].map(normalizePhone);
      expect(new Set(forms)).toEqual(new Set([`+7${ten}`]));
    }),
  );
});

test("normalizePhone — adds +7 to ten digits, but does not change an incomplete number that begins with 8", () => {
  expect(normalizePhone("916 123-45-67")).toBe("+79161234567");
  expect(normalizePhone("8916123456")).toBe("8916123456");
});

test("formatPhone — formats a valid phone number without changing its digits", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        digits(11),
        digits(11).map((all) => `+${all}`),
        digits(12).map((all) => `+${all}`),
      ),
      (phone) => {
        expect(isValidPhone(phone)).toBe(true);
        expect(normalizePhone(formatPhone(phone))).toBe(normalizePhone(phone));
        expect(isValidPhone(normalizePhone(phone))).toBe(true);
      },
    ),
  );
});

test("formatPhone — groups only the digits of Russian phones", () => {
  expect(formatPhone("89161234567")).toBe("+7 916 123-45-67");
  expect(formatPhone("+375291234567")).toBe("+375291234567");
  expect(formatPhone("8916")).toBe("8916");
});

describe("phone field", () => {
  test("phone field — removes spaces, brackets and dashes from a pasted phone", () => {
    expect(acceptPhoneInput("+7 (916) 123-45-67", "")).toBe("+79161234567");
    expect(acceptPhoneInput("\u202a8\u00a0916\u2011123 45 67\u202c", "")).toBe("89161234567");
  });

  test("phone field — extracts the phone number from a pasted text that contains a single number", () => {
    expect(acceptPhoneInput("тел.: 8 (916) 123-45-67 доб. 5", "")).toBe("89161234567");
    expect(acceptPhoneInput("Анна +7 916 123-45-67", "")).toBe("+79161234567");
    expect(acceptPhoneInput("8 916 123-45-67, 8 916 123-45-68", "")).toBe("");
  });

  test("phone field — rejects letters, a second plus and excess digits", () => {
    expect(acceptPhoneInput("8916a", "8916")).toBe("8916");
    expect(acceptPhoneInput("+7+", "+7")).toBe("+7");
    expect(acceptPhoneInput("891612345678", "89161234567")).toBe("89161234567");
    expect(acceptPhoneInput("+3752912345678", "+375291234567")).toBe("+375291234567");
  });

  test("phone field — never exceeds the maximum length, whatever the user types", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const shown = [...text].reduce((field, key) => acceptPhoneInput(field + key, field), "");
        expect(shown).toMatch(/^(\+\d{0,12}|\d{0,11})$/);
      }),
    );
  });
});
