import { useSelector } from "@xstate/react";
import { useState } from "react";
import { boolean, check, type GenericSchema, maxLength, number, object, pipe, string } from "valibot";
import { useSearch } from "wouter";
import { type QuestionDraft, questionEditor } from "#machines/directory/descriptors/feedback.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { companyIdOf } from "../../routing/currentCompany.ts";
import { useServices } from "../../services/context.ts";
import { trailText } from "../../trail/trailText.ts";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";

const filled = (length: number) =>
  pipe(
    string(),
    check((text) => text.trim() !== "", "Заполните это поле."),
    maxLength(length, `Не длиннее ${length} знаков.`),
  );

const schema: GenericSchema<QuestionDraft, QuestionDraft> = object({
  subject: filled(200),
  text: filled(4000),
  companyId: number(),
  isTraceAttached: boolean(),
});

/** Form of a question to the support. The path of a page and the masked steps of the state machines can be attached. */
export const QuestionEditor = () => {
  const page = new URLSearchParams(useSearch()).get("page") ?? undefined;
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const [scope] = useState(() => ({
    page,
    companyId: companyIdOf(page ?? "") || (companies[0]?.id ?? 0),
    trace: trailText,
  }));
  return (
    <DirectoryEditor
      descriptor={questionEditor}
      scope={scope}
      id={undefined}
      title="Новый вопрос"
      schema={schema}
      returnTo="/Feedback"
      saveLabel="Отправить"
      savedText={() => "Вопрос отправлен"}
    >
      {({ register, formState: { errors } }) => (
        <div className="card grid gap-4">
          <Field label="Тема" isRequired error={errors.subject?.message}>
            {(control) => <input {...control} {...register("subject")} className="field" />}
          </Field>
          <Field label="Вопрос" isRequired error={errors.text?.message}>
            {(control) => <textarea {...control} {...register("text")} rows={6} className="field" />}
          </Field>
          <Field label="Компания" className="max-w-sm" error={errors.companyId?.message}>
            {(control) => (
              <select {...control} {...register("companyId", { valueAsNumber: true })} className="field">
                <option value={0}>Не о компании</option>
                {companies.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {page && <p className="text-sm text-muted wrap-anywhere">Страница: {page}</p>}
          <TickBox {...register("isTraceAttached")}>
            Приложить след для поддержки: последние шаги программы без личных данных
          </TickBox>
        </div>
      )}
    </DirectoryEditor>
  );
};
