import { check, type GenericSchema, maxLength, minValue, number, object, pipe, string } from "valibot";
import { dayRange } from "#domain/dates.ts";
import { formatDateTime } from "#domain/format.ts";
import { DEFAULT_DAY_START } from "#domain/zone.ts";
import { type ItemStopChoices, type ItemStopDraft, itemStopEditor } from "#machines/directory/descriptors/itemStops.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { useCompany, useTimeZone } from "../../services/context.ts";
import { useToday } from "../../shared/useToday.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";

const schema: GenericSchema<ItemStopDraft, ItemStopDraft> = object({
  itemId: pipe(number(), minValue(1, "Выберите блюдо.")),
  until: string(),
  remaining: pipe(
    string(),
    check((text) => /^\s*\d{0,5}\s*$/.test(text), "Целое число порций."),
  ),
  reason: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
});

/** Form of a dish in the stop list. If `id` is undefined, the form adds a dish to the stop list. */
export const StopEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const timeZone = useTimeZone(companyId);
  const dayStart = useCompany(companyId)?.dayStart ?? DEFAULT_DAY_START;
  const dayEnd = dayRange(useToday(companyId), { timeZone, dayStart }).end.toISOString();
  const untilText = (until: string): string => {
    if (until === "") return "Пока не снимут";
    return until === dayEnd ? "До конца дня" : `До ${formatDateTime(until, timeZone)}`;
  };
  const describe = (draft: ItemStopDraft, { dishes }: ItemStopChoices): readonly Fact[] => [
    ["Блюдо", dishes.find((dish) => dish.id === draft.itemId)?.name ?? ""],
    ["До", untilText(draft.until)],
    ["Осталось порций", draft.remaining],
    ["Причина", draft.reason],
  ];
  return (
    <DirectoryEditor
      descriptor={itemStopEditor}
      scope={{ companyId, dayEnd }}
      id={id}
      title={id === undefined ? "Поставить в стоп" : "Изменение стопа"}
      schema={schema}
      describe={describe}
      returnTo={`/Company/${companyId}/Kitchen/Stop`}
      savedText={() => "Стоп-лист обновлён"}
    >
      {(form, { dishes }) => {
        const { errors } = form.formState;
        const until = form.watch("until");
        const ends = [...new Set([dayEnd, "", until])];
        return (
          <div className="card grid gap-4">
            <Field label="Блюдо" isRequired error={errors.itemId?.message}>
              {(control) => (
                <Chooser
                  control={control}
                  label="Блюдо"
                  value={form.watch("itemId") || undefined}
                  choices={dishes}
                  empty="Выберите блюдо…"
                  onChoose={(itemId) => form.setValue("itemId", itemId, { shouldDirty: true, shouldValidate: true })}
                />
              )}
            </Field>
            <Field
              label="Сколько порций ещё можно продать"
              hint="Пусто или 0 — нисколько"
              error={errors.remaining?.message}
            >
              {(control) => (
                <input {...control} {...form.register("remaining")} inputMode="numeric" className="field w-32" />
              )}
            </Field>
            <Field label="До" className="max-w-sm" error={errors.until?.message}>
              {(control) => (
                <select {...control} {...form.register("until")} className="field">
                  {ends.map((end) => (
                    <option key={end} value={end}>
                      {untilText(end)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Причина" error={errors.reason?.message}>
              {(control) => <input {...control} {...form.register("reason")} autoComplete="off" className="field" />}
            </Field>
          </div>
        );
      }}
    </DirectoryEditor>
  );
};
