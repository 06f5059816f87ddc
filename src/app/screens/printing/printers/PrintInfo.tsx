import { type GenericSchema, maxLength, object, pipe, string } from "valibot";
import { type PrintInfoDraft, printInfoEditor } from "#machines/directory/descriptors/printInfo.ts";
import { DirectoryEditor } from "../../../directory/DirectoryEditor.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Link } from "../../../ui/Link.tsx";
import { describePrintInfo } from "./describePrintInfo.ts";

const text = pipe(string(), maxLength(500, "Не длиннее 500 знаков."));

const schema: GenericSchema<PrintInfoDraft, PrintInfoDraft> = object({ header: text, footer: text, feedbackUrl: text });

/** Form of the texts on a company's bills, with header, footer and feedback link. */
export const PrintInfo = ({ companyId }: { companyId: number }) => {
  return (
    <DirectoryEditor
      descriptor={printInfoEditor}
      scope={{ companyId }}
      id={companyId}
      title="Сведения о печати"
      schema={schema}
      describe={describePrintInfo}
      returnTo={`/Company/${companyId}/Printer`}
    >
      {(form, { isRequiredFeedback, webSite }) => (
        <div className="card grid gap-4">
          <Field label="Шапка предчека" error={form.formState.errors.header?.message} hint="Под названием компании">
            {(control) => <textarea {...control} {...form.register("header")} rows={3} className="field resize-y" />}
          </Field>
          <Field
            label="Подвал предчека"
            error={form.formState.errors.footer?.message}
            hint="Пусто — «Спасибо за заказ!»"
          >
            {(control) => <textarea {...control} {...form.register("footer")} rows={3} className="field resize-y" />}
          </Field>
          <Field
            label="Ссылка для отзыва"
            error={form.formState.errors.feedbackUrl?.message}
            hint={`Печатается QR-кодом. Пусто — страница отзыва о заказе${webSite ? `, а без отзывов — ${webSite}` : ""}`}
          >
            {(control) => (
              <input
                {...control}
                {...form.register("feedbackUrl")}
                inputMode="url"
                autoComplete="off"
                className="field"
              />
            )}
          </Field>
          {!isRequiredFeedback && (
            <p className="text-sm text-muted">
              Ссылка сейчас не печатается: это включают в{" "}
              <Link href={`/Company/${companyId}/Edit`} className="text-accent underline">
                сведениях о компании
              </Link>
              .
            </p>
          )}
        </div>
      )}
    </DirectoryEditor>
  );
};
