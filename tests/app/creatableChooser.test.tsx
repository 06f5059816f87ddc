import { type ReactNode, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { CreatableChooser } from "#app/directory/CreatableChooser.tsx";
import { useEntryCreation } from "#app/directory/useEntryCreation.ts";
import { CategoriesChoice } from "#app/screens/catalogue/CategoriesChoice.tsx";
import { useCategoryCreation } from "#app/screens/catalogue/useCategoryCreation.ts";
import { Field } from "#app/ui/Field.tsx";
import { blankCategory, newCategoryRow } from "#machines/directory/descriptors/categories.ts";
import { blankSupplier, supplierEditor, toSupplierChoice } from "#machines/directory/descriptors/suppliers.ts";
import { addCreated } from "#machines/directory/entryCreation.machine.ts";
import { click, find, focus, mountWith, type, waitUntil } from "../support/app/mount.tsx";
import { givenServices, type SentRequest } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

const group = { companyGroupId: 3 };
const pizza = newCategoryRow(1, { ...blankCategory(group), name: "Пицца" });

const CategoryForm = () => {
  const { creation, withCreated } = useCategoryCreation(group);
  return (
    <CategoriesChoice
      label="Категории"
      error={undefined}
      categories={withCreated([pizza])}
      ids={[]}
      creation={creation}
      onChange={() => {}}
    />
  );
};

const SupplierForm = () => {
  const { actor, created } = useEntryCreation(supplierEditor, { companyId: 1 });
  const [value, setValue] = useState<number>();
  return (
    <Field label="Поставщик">
      {(control) => (
        <CreatableChooser
          control={control}
          label="Поставщик"
          value={value}
          choices={addCreated([{ id: 2, name: "Мельница", isActive: true }], created, toSupplierChoice)}
          empty="Выберите поставщика…"
          creation={{ actor, title: "Новый поставщик", draftOf: (name) => ({ ...blankSupplier, name }) }}
          onChoose={setValue}
        />
      )}
    </Field>
  );
};

beforeEach(stubResizeObserver);

const given = async (form: ReactNode, answer: (request: SentRequest) => Response) => {
  const { services, sent } = givenServices(answer);
  await mountWith(services, form);
  const input = await vi.waitFor(() => find('[role="combobox"]:not([disabled])'), { timeout: 30_000 });
  const options = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
  return { input, options, sent };
};

test.each([
  { permission: 0, offered: ["Пицца"] },
  { permission: 1, offered: ["Пицца", "Новая категория…"] },
])(
  "chooser of categories — offers $offered if the permission `catalogue.edit` has the value $permission",
  async ({ permission, offered }) => {
    const { input, options, sent } = await given(<CategoryForm />, () =>
      Response.json({ id: 3, name: "Г", companies: [], version: 1, permissions: { "catalogue.edit": permission } }),
    );
    await waitUntil(() => expect(sent).toHaveLength(1));
    await focus(input);
    await waitUntil(() => expect(options()).toEqual(offered));
  },
);

test("new supplier — gets the typed name, shows a refusal by the server, and is chosen after the save", async () => {
  const answers = [
    Response.json({ message: "Ошибка", errors: { name: "Такой поставщик уже есть." } }, { status: 400 }),
    Response.json({ id: 9 }),
  ];
  const { input, options, sent } = await given(<SupplierForm />, () => answers.shift() ?? Response.error());
  await focus(input);
  await type(input, "Мука");
  expect(options()).toEqual(["Новый поставщик…"]);
  await click(find('[role="option"]'));
  const name = await vi.waitFor(() => find('[role="dialog"] input'), { timeout: 30_000 });
  expect(name).toHaveProperty("value", "Мука");
  await click(find('[role="dialog"] [type="submit"]'));
  await waitUntil(() => expect(find('[role="dialog"]').textContent).toContain("Такой поставщик уже есть."));
  await type(find('[role="dialog"] input'), "Мука и дрожжи");
  await click(find('[role="dialog"] [type="submit"]'));
  await waitUntil(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  await waitUntil(() => expect(find('[role="combobox"]')).toHaveProperty("value", "Мука и дрожжи"));
  expect(sent.map(({ body }) => body)).toMatchObject([{ name: "Мука" }, { name: "Мука и дрожжи" }]);
  expect(options()).toEqual([]);
});
