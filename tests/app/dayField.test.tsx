import { useState } from "react";
import { expect, test } from "vitest";
import { DayField } from "#app/ui/DayField.tsx";
import { find, focus, mount, press, type } from "../support/app/mount.tsx";

const Field = ({ onDay }: { onDay: (day: string) => void }) => {
  const [day, setDay] = useState("2026-11-21");
  return (
    <DayField
      label="С"
      value={day}
      onDay={(next) => {
        onDay(next);
        setDay(next);
      }}
    />
  );
};

const input = () => {
  const field = find("input");
  if (!(field instanceof HTMLInputElement)) throw new Error("The field is not an input");
  return field;
};

test("day field — completes the typed day '1.12.26' to '01.12.2026' and keeps the focus", async () => {
  const days: string[] = [];
  await mount(<Field onDay={(day) => days.push(day)} />);
  await focus(input());
  await type(input(), "1.12.26");
  await press("Enter");
  expect(days).toEqual(["2026-12-01"]);
  expect(input().value).toBe("01.12.2026");
  expect(document.activeElement).toBe(input());
});

test("day field — a new day from the parent component replaces an unfinished text and its error", async () => {
  const { box, render } = await mount(<DayField label="С" value="2026-11-21" onDay={() => {}} />);
  await focus(input());
  await type(input(), "завтра");
  await press("Enter");
  expect(box.textContent).toContain("Неверная дата.");
  await render(<DayField label="С" value="2026-11-22" onDay={() => {}} />);
  expect(input().value).toBe("22.11.2026");
  expect(box.textContent).not.toContain("Неверная дата.");
});
