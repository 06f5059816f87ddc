import { check, forward, type GenericSchema, maxLength, object, picklist, pipe, string } from "valibot";
import { type CustomerDraft, customerEditor } from "#machines/directory/descriptors/customers.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { Field } from "../../ui/Field.tsx";
import { successText } from "../configuration/configurationParts.tsx";
import { describeCustomer, riskTexts } from "./customerTexts.ts";

const schema: GenericSchema<CustomerDraft, CustomerDraft> = pipe(
  object({
    alias: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
    note: pipe(string(), maxLength(1000, "Не длиннее 1000 знаков.")),
    risk: picklist(["none", "attention", "blocked"]),
    riskReason: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
  }),
  forward(
    check(({ risk, riskReason }) => risk === "none" || riskReason.trim() !== "", "Укажите причину."),
    ["riskReason"],
  ),
);

/** Form with the name, note and risk of a customer. */
export const CustomerEditor = ({ companyId, id }: { companyId: number; id: number }) => {
  const mayEdit = usePermissions(companyId)("customer.edit");
  return (
    <DirectoryEditor
      descriptor={customerEditor}
      scope={{ companyId }}
      id={id}
      title="Карточка клиента"
      schema={schema}
      describe={describeCustomer}
      returnTo={`/Company/${companyId}/Customer/${id}`}
      why={() => (mayEdit ? undefined : missingPermission("customer.edit"))}
      savedText={successText}
    >
      {({ register, watch, formState: { errors } }) => (
        <div className="card grid gap-4">
          <Field label="Имя" error={errors.alias?.message}>
            {(control) => <input {...control} {...register("alias")} autoComplete="off" className="field" />}
          </Field>
          <Field label="Заметка" hint="Её увидит оператор, когда клиент позвонит" error={errors.note?.message}>
            {(control) => <textarea {...control} {...register("note")} rows={3} className="field resize-y" />}
          </Field>
          <Field label="Отношение" className="max-w-sm" error={errors.risk?.message}>
            {(control) => (
              <select {...control} {...register("risk")} className="field">
                {Object.entries(riskTexts).map(([value, { title }]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {watch("risk") !== "none" && (
            <Field label="Причина" isRequired error={errors.riskReason?.message}>
              {(control) => <input {...control} {...register("riskReason")} autoComplete="off" className="field" />}
            </Field>
          )}
        </div>
      )}
    </DirectoryEditor>
  );
};
