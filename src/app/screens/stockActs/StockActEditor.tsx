import type { UseFormReturn } from "react-hook-form";
import { useSearch } from "wouter";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { type StockActDraft, stockActEditor } from "#machines/directory/descriptors/stockActEditor.ts";
import type { StockActKind } from "#machines/directory/descriptors/stockActs.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useCompany } from "../../services/context.ts";
import { useToday } from "../../shared/useToday.ts";
import { Field } from "../../ui/Field.tsx";
import { ActLineGrid } from "./ActLineGrid.tsx";
import { describeStockAct } from "./describeStockAct.ts";
import { stockActSchema } from "./stockActSchema.ts";
import { actReasons, readActKind } from "./stockActTexts.ts";

const newTitles: Readonly<Record<StockActKind, string>> = {
  writeOff: "Новое списание",
  production: "Новое приготовление",
};

const Head = ({ form }: { form: UseFormReturn<StockActDraft> }) => {
  const { errors } = form.formState;
  const [kind, reason] = form.watch(["kind", "reason"]);
  return (
    <div className="card grid gap-4">
      {kind === "writeOff" && (
        <fieldset aria-describedby={errors.reason && "reason-error"}>
          <legend className="mb-1 text-xs text-muted">
            Причина <span className="text-negative">*</span>
          </legend>
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            {Object.entries(actReasons).map(([value, title]) => (
              <label key={value} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-10">
                <input
                  type="radio"
                  value={value}
                  aria-invalid={errors.reason ? true : undefined}
                  {...form.register("reason")}
                />
                {title}
              </label>
            ))}
          </span>
          {errors.reason && (
            <p id="reason-error" className="text-sm text-negative">
              {errors.reason.message}
            </p>
          )}
        </fieldset>
      )}
      <div className="grid gap-4 min-[700px]:grid-cols-[10rem_1fr]">
        <Field label="Дата" isRequired error={errors.day?.message}>
          {(control) => <input type="date" {...control} {...form.register("day")} className="field" />}
        </Field>
        <Field
          label="Комментарий"
          {...(reason === "other" && { isRequired: true })}
          error={errors.comment?.message}
          className="min-w-0"
        >
          {(control) => <textarea {...control} {...form.register("comment")} rows={1} className="field resize-y" />}
        </Field>
      </div>
    </div>
  );
};

/** Form of a new stock act, or of a draft. The kind of a new act is in the query string, by default a write-off. */
export const StockActEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const company = useCompany(companyId);
  const kind = readActKind(new URLSearchParams(useSearch())) ?? "writeOff";
  const zone = {
    timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
    dayStart: company?.dayStart ?? DEFAULT_DAY_START,
  };
  const path = `/Company/${companyId}/StockAct`;
  return (
    <DirectoryEditor
      key={id === undefined ? kind : id}
      descriptor={stockActEditor}
      scope={{ companyId, zone, today: useToday(companyId), kind }}
      id={id}
      title={id === undefined ? newTitles[kind] : "Изменение акта"}
      schema={stockActSchema}
      describe={describeStockAct}
      returnTo={id === undefined ? path : `${path}/${id}`}
      openSaved={(saved) => `${path}/${saved}`}
      savedText={() => "Черновик сохранён"}
      missingText="Такого черновика нет: акт удалили или уже провели."
    >
      {(form, items) => (
        <>
          <Head form={form} />
          <ActLineGrid form={form} items={items} />
        </>
      )}
    </DirectoryEditor>
  );
};
