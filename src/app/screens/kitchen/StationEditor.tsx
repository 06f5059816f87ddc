import { array, boolean, check, type GenericSchema, maxLength, number, object, pipe, string } from "valibot";
import { type KitchenStationDraft, kitchenStationEditor } from "#machines/directory/descriptors/kitchenStations.ts";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { CategoriesChoice } from "../catalogue/CategoriesChoice.tsx";
import { isPrepMinutes } from "../catalogue/isPrepMinutes.ts";
import { useCategoryCreation } from "../catalogue/useCategoryCreation.ts";
import { nameSchema } from "../configuration/configurationParts.tsx";
import { EntryEditor, type EntryRoute } from "../configuration/EntryEditor.tsx";
import { describeStation } from "./describeStation.ts";

const schema: GenericSchema<KitchenStationDraft, KitchenStationDraft> = object({
  name: pipe(nameSchema, maxLength(100, "Не длиннее 100 знаков.")),
  categoriesId: array(number()),
  prepMinutes: pipe(string(), check(isPrepMinutes, "Целое число от 1 до 600.")),
  isExpo: boolean(),
});

/** Form of a kitchen station. If `id` is undefined, the form creates a new station. */
export const StationEditor = (route: EntryRoute) => {
  const { creation, withCreated } = useCategoryCreation({ companyId: route.companyId });
  return (
    <EntryEditor
      route={route}
      area="Kitchen/Station"
      descriptor={kitchenStationEditor}
      titles={["Новая станция", "Изменение станции"]}
      schema={schema}
      describe={describeStation}
    >
      {(form, { categories }) => (
        <>
          <Field label="Название" isRequired error={form.formState.errors.name?.message}>
            {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field" />}
          </Field>
          <TickBox {...form.register("isExpo")}>Собирает заказы целиком: видит все блюда, по заказам</TickBox>
          {!form.watch("isExpo") && (
            <CategoriesChoice
              label="Категории"
              hint="Вместе с подкатегориями. Блюда, которых нет ни у одной станции, видят все."
              error={form.formState.errors.categoriesId?.message}
              categories={withCreated(categories)}
              ids={form.watch("categoriesId")}
              creation={creation}
              onChange={(ids) => form.setValue("categoriesId", ids, { shouldDirty: true })}
            />
          )}
          <Field
            label="Минут на блюдо"
            hint="Когда начинать: срок заказа минус это время. Пусто — 15 минут."
            error={form.formState.errors.prepMinutes?.message}
            className="max-w-sm"
          >
            {(control) => (
              <input {...control} {...form.register("prepMinutes")} inputMode="numeric" className="field w-32" />
            )}
          </Field>
        </>
      )}
    </EntryEditor>
  );
};
