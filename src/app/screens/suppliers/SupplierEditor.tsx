import { boolean, type GenericSchema, maxLength, object, pipe, string } from "valibot";
import { type SupplierDraft, supplierEditor } from "#machines/resources/suppliers.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { Tick } from "../../ui/Tick.tsx";
import { nameSchema } from "../configuration/configurationParts.tsx";
import { useWhyNotSuppliers } from "./useWhyNotSuppliers.ts";

const schema: GenericSchema<SupplierDraft, SupplierDraft> = object({
  name: nameSchema,
  description: pipe(string(), maxLength(2000, "Не длиннее 2000 знаков.")),
  isActive: boolean(),
  creationDate: string(),
});

/** The form of a supplier; without `id` of a new one. */
export const SupplierEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const whyNot = useWhyNotSuppliers(companyId);
  return (
    <ResourceEditor
      resource={supplierEditor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новый поставщик" : "Изменение поставщика"}
      schema={schema}
      returnTo={`/Company/${companyId}/Supplier`}
      why={() => whyNot}
      saidWhenSaved={() => "Успешно Сохранено"}
    >
      {({ register, formState: { errors } }) => (
        <div className="card grid gap-4">
          <Field label="Название" isRequired error={errors.name?.message}>
            {(control) => <input {...control} {...register("name")} autoComplete="off" className="field" />}
          </Field>
          <Field label="Описание" hint="Что возит, когда и как заказать" error={errors.description?.message}>
            {(control) => <textarea {...control} {...register("description")} rows={4} className="field resize-y" />}
          </Field>
          <Tick {...register("isActive")}>Работаем с ним</Tick>
        </div>
      )}
    </ResourceEditor>
  );
};
