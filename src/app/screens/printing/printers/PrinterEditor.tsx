import type { UseFormReturn } from "react-hook-form";
import { array, type GenericSchema, maxLength, minLength, number, object, picklist, pipe } from "valibot";
import { type PrinterChoices, type PrinterDraft, printerEditor } from "#machines/directory/descriptors/printers.ts";
import { documents } from "#machines/printing/bills.ts";
import { Field } from "../../../ui/Field.tsx";
import { CategoriesChoice } from "../../catalogue/CategoriesChoice.tsx";
import { type CategoryCreation, useCategoryCreation } from "../../catalogue/useCategoryCreation.ts";
import { nameSchema } from "../../configuration/configurationParts.tsx";
import { EntryEditor, type EntryRoute } from "../../configuration/EntryEditor.tsx";
import { kindNames, paperNames } from "../printTexts.ts";
import { describePrinter } from "./describePrinter.ts";

const papers = ["58", "80", "A4"] as const;

const schema: GenericSchema<PrinterDraft, PrinterDraft> = object({
  name: pipe(nameSchema, maxLength(100, "Не длиннее 100 знаков.")),
  kinds: pipe(array(picklist(documents)), minLength(1, "Выберите хотя бы один документ.")),
  paper: picklist(papers),
  categoryIds: array(number()),
  spareId: number(),
});

type Form = UseFormReturn<PrinterDraft>;

const Kinds = ({ form }: { form: Form }) => {
  const kinds = form.watch("kinds");
  const error = form.formState.errors.kinds?.message;
  const choose = (kind: (typeof documents)[number], isOn: boolean) => {
    const next = documents.filter((one) => (one === kind ? isOn : kinds.includes(one)));
    form.setValue("kinds", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm text-muted">Что печатает</legend>
      {documents.map((kind) => (
        <label key={kind} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={(event) => choose(kind, event.target.checked)}
          />
          {kindNames[kind]}
        </label>
      ))}
      {error && (
        <p role="alert" className="text-sm text-negative">
          {error}
        </p>
      )}
    </fieldset>
  );
};

const Categories = ({
  form,
  categories,
  creation: { creation, withCreated },
}: {
  form: Form;
  categories: PrinterChoices["categories"];
  creation: CategoryCreation;
}) => (
  <CategoriesChoice
    label="Категории для кухни"
    hint="Вместе с подкатегориями. Без категорий — всё, чего нет у других принтеров кухни."
    error={form.formState.errors.categoryIds?.message}
    categories={withCreated(categories)}
    ids={form.watch("categoryIds")}
    creation={creation}
    onChange={(ids) => form.setValue("categoryIds", ids, { shouldDirty: true })}
  />
);

const Spare = ({ form, id, known }: { form: Form; id: number | undefined; known: PrinterChoices }) => {
  const kinds = form.watch("kinds");
  const why = (printer: PrinterChoices["printers"][number]) =>
    kinds.every((kind) => printer.kinds.includes(kind)) ? "" : " (печатает не всё это)";
  return (
    <Field
      label="Запасной принтер"
      error={form.formState.errors.spareId?.message}
      hint="Печатает, пока за этим никто не дежурит"
      className="max-w-sm"
    >
      {(control) => (
        <select
          {...control}
          className="field"
          value={form.watch("spareId")}
          onChange={({ target }) =>
            form.setValue("spareId", Number(target.value), { shouldDirty: true, shouldValidate: true })
          }
        >
          <option value={0}>Нет</option>
          {known.printers
            .filter((printer) => printer.id !== id)
            .map((printer) => (
              <option key={printer.id} value={printer.id} disabled={why(printer) !== ""}>
                {printer.name}
                {why(printer)}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
};

export const PrinterEditor = (route: EntryRoute) => {
  const creation = useCategoryCreation({ companyId: route.companyId });
  return (
    <EntryEditor
      route={route}
      area="Printer"
      descriptor={printerEditor}
      titles={["Новый принтер", "Изменение принтера"]}
      schema={schema}
      describe={describePrinter}
      savedText={() => "Сохранено"}
    >
      {(form, known) => (
        <>
          <div className="flex flex-wrap items-start gap-3">
            <Field label="Название" isRequired className="min-w-60 flex-1" error={form.formState.errors.name?.message}>
              {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field" />}
            </Field>
            <Field label="Бумага" className="w-44" error={form.formState.errors.paper?.message}>
              {(control) => (
                <select {...control} {...form.register("paper")} className="field">
                  {papers.map((paper) => (
                    <option key={paper} value={paper}>
                      {paperNames[paper]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <Kinds form={form} />
          {form.watch("kinds").includes("kitchen") && (
            <Categories form={form} categories={known.categories} creation={creation} />
          )}
          <Spare form={form} id={route.id} known={known} />
        </>
      )}
    </EntryEditor>
  );
};
