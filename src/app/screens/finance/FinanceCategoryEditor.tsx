import { type GenericSchema, object, picklist } from "valibot";
import { type FinanceCategoryDraft, financeCategoryEditor } from "#machines/directory/descriptors/finance.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { nameSchema, successText } from "../configuration/configurationParts.tsx";
import { describeFinanceCategory } from "./describeFinanceCategory.ts";
import { directions } from "./financeTexts.ts";

const schema: GenericSchema<FinanceCategoryDraft, FinanceCategoryDraft> = object({
  name: nameSchema,
  direction: picklist(["income", "expense"]),
});

/** Form of a category of transactions. If `id` is undefined, the form creates a new category. */
export const FinanceCategoryEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  return (
    <DirectoryEditor
      descriptor={financeCategoryEditor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новая категория операций" : "Изменение категории операций"}
      schema={schema}
      describe={describeFinanceCategory}
      returnTo={`/Company/${companyId}/Finance/Category`}
      savedText={successText}
    >
      {({ register, formState: { errors } }) => (
        <div className="card grid gap-4">
          <Field label="Название" isRequired error={errors.name?.message}>
            {(control) => <input {...control} {...register("name")} autoComplete="off" className="field" />}
          </Field>
          <Field label="Направление" error={errors.direction?.message} className="max-w-sm">
            {(control) => (
              <select {...control} {...register("direction")} className="field">
                {Object.entries(directions).map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
    </DirectoryEditor>
  );
};
