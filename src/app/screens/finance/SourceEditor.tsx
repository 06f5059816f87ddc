import { boolean, type GenericSchema, object, picklist } from "valibot";
import { type FinanceSourceDraft, financeSourceEditor } from "#machines/directory/descriptors/finance.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { nameSchema, successText } from "../configuration/configurationParts.tsx";
import { signedAmountSchema } from "./amountSchemas.ts";
import { describeFinanceSource } from "./describeFinanceSource.ts";
import { sourceKinds } from "./financeTexts.ts";

const schema: GenericSchema<FinanceSourceDraft, FinanceSourceDraft> = object({
  name: nameSchema,
  kind: picklist(["cash", "bank", "acquiring", "courier"]),
  opening: signedAmountSchema,
  isUsed: boolean(),
});

/** Form of a finance source. If `id` is undefined, the form creates a new source. */
export const SourceEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  return (
    <DirectoryEditor
      descriptor={financeSourceEditor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новый источник финансов" : "Изменение источника финансов"}
      schema={schema}
      describe={describeFinanceSource}
      returnTo={`/Company/${companyId}/Finance/Source`}
      savedText={successText}
    >
      {({ register, watch, formState: { errors } }) => (
        <div className="card grid gap-4">
          <Field label="Название" isRequired error={errors.name?.message}>
            {(control) => <input {...control} {...register("name")} autoComplete="off" className="field" />}
          </Field>
          <Field
            label="Вид"
            hint={watch("isUsed") ? "По источнику уже есть операции." : "Смены открывают только по кассе."}
            error={errors.kind?.message}
            className="max-w-sm"
          >
            {(control) => (
              <select {...control} {...register("kind")} disabled={watch("isUsed")} className="field">
                {Object.entries(sourceKinds).map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label="Начальный остаток"
            hint="Сколько денег было до первой операции."
            error={errors.opening?.message}
            className="max-w-sm"
          >
            {(control) => (
              <input
                {...control}
                {...register("opening")}
                readOnly={watch("isUsed")}
                inputMode="decimal"
                autoComplete="off"
                className="field"
              />
            )}
          </Field>
        </div>
      )}
    </DirectoryEditor>
  );
};
