import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Chooser } from "#app/ui/Chooser.tsx";
import { Combobox } from "#app/ui/Combobox.tsx";
import { filterChoices, MAX_CHOICES } from "#app/ui/choices.ts";
import { Field } from "#app/ui/Field.tsx";
import { click, find, focus, mount, press, type } from "../support/app/mount.tsx";
import { stubResizeObserver } from "../support/app/stubs.ts";

const choices = [
  { id: 1, name: "Сыр твёрдый" },
  { id: 2, name: "Масло" },
  { id: 3, name: "Твёрдый сыр", why: "уже в составе" },
];

beforeEach(stubResizeObserver);

test("filterChoices — returns the choices that contain every typed word, first those that begin with the first word", () => {
  expect(filterChoices(choices, "сыр ТВ").map(({ id }) => id)).toEqual([1, 3]);
  expect(filterChoices(choices, "твё").map(({ id }) => id)).toEqual([3, 1]);
  expect(filterChoices(choices, " ").map(({ id }) => id)).toEqual([1, 2, 3]);
});

const givenChooser = async (value?: number, offered: readonly (typeof choices)[number][] = choices) => {
  const onChoose = vi.fn();
  await mount(
    <Field label="Товар" error="Выберите товар.">
      {(control) => (
        <Chooser
          control={control}
          label="Товар"
          value={value}
          choices={offered}
          empty="Выберите товар…"
          onChoose={onChoose}
        />
      )}
    </Field>,
  );
  await vi.waitFor(() => find('[role="combobox"]'), { timeout: 30_000 });
  const input = find('[role="combobox"]');
  if (!(input instanceof HTMLInputElement)) throw new Error("The combobox is no input");
  const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
  return { onChoose, input, options };
};

test("Chooser — renders a field with a label and an error", async () => {
  const { input } = await givenChooser();
  expect(input.labels?.[0]?.textContent).toBe("Товар");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(find(`[id="${input.getAttribute("aria-describedby")}"]`).textContent).toBe("Выберите товар.");
});

test("Chooser — filters the options while the user types, and Enter chooses the option found", async () => {
  const { input, options, onChoose } = await givenChooser();
  await focus(input);
  expect(options()).toEqual(["Сыр твёрдый", "Масло", "Твёрдый сыр — уже в составе"]);
  await type(input, "мас");
  expect(options()).toEqual(["Масло"]);
  await press("Enter");
  expect(onChoose).toHaveBeenCalledWith(2);
});

test("Chooser — shows why an option is disabled, and does not choose this option on a click", async () => {
  const { input, onChoose } = await givenChooser();
  await focus(input);
  await click(find('[aria-disabled="true"]'));
  expect(onChoose).not.toHaveBeenCalled();
  expect(find('[aria-disabled="true"]').title).toBe("уже в составе");
});

test("Chooser — on Esc, closes the list and restores the name of the chosen option", async () => {
  const { input, options } = await givenChooser(2);
  await focus(input);
  await type(input, "сыр");
  expect(options()).toHaveLength(2);
  await press("Escape");
  expect(options()).toEqual([]);
  expect(input.value).toBe("Масло");
});

test("Chooser — keeps the chosen option when the user empties the field and presses Esc", async () => {
  const { input, onChoose } = await givenChooser(2);
  await focus(input);
  await type(input, "");
  await press("Escape");
  expect(onChoose).not.toHaveBeenCalled();
  expect(input.value).toBe("Масло");
});

test("Chooser — shows a message below the field when no option matches", async () => {
  const { input } = await givenChooser();
  await focus(input);
  await type(input, "икра");
  expect(find('[role="status"]').textContent).toBe("Ничего не найдено.");
});

test("Chooser — shows only the first options of a long list and a message about the omitted options", async () => {
  const many = Array.from({ length: MAX_CHOICES + 1 }, (_, at) => ({ id: at, name: `Товар ${at}` }));
  const { input, options } = await givenChooser(undefined, many);
  await focus(input);
  expect(options()).toHaveLength(MAX_CHOICES);
  expect(find('[role="status"]').textContent).toBe("Показаны не все: уточните запрос");
});

const Street = ({ suggestions }: { suggestions: readonly string[] }) => {
  const [text, setText] = useState("");
  const options = [...new Set([text, ...suggestions])].filter(Boolean).map((name) => ({ id: name, name }));
  return (
    <Field label="Улица">
      {(control) => (
        <Combobox
          control={control}
          label="Улица"
          value={{ id: text, name: text }}
          options={options}
          onText={setText}
          onChoose={({ name }) => setText(name)}
        />
      )}
    </Field>
  );
};

test("Combobox — keeps the typed text on Enter", async () => {
  await mount(<Street suggestions={["Тверская улица", "Тверской бульвар"]} />);
  const input = find("input");
  await focus(input);
  await type(input, "Твер");
  await press("Enter");
  expect(input).toHaveProperty("value", "Твер");
});

test("Combobox — replaces the typed text with the suggestion that the user chooses with an arrow key and Enter", async () => {
  await mount(<Street suggestions={["Тверская улица", "Тверской бульвар"]} />);
  const input = find("input");
  await focus(input);
  await type(input, "Твер");
  await press("ArrowDown");
  await press("Enter");
  expect(input).toHaveProperty("value", "Тверская улица");
});
