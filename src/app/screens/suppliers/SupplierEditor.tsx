import { boolean, type GenericSchema, maxLength, object, pipe, string } from "valibot";
import { type SupplierDraft, supplierEditor } from "#machines/directory/descriptors/suppliers.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { nameSchema } from "../configuration/configurationParts.tsx";
import { describeSupplier } from "./describeSupplier.ts";

const schema: GenericSchema<SupplierDraft, SupplierDraft> = object({
  name: nameSchema,
  description: pipe(string(), maxLength(2000, "Не длиннее 2000 знаков.")),
  isActive: boolean(),
  creationDate: string(),
});

/** Form of a supplier. If `id` is undefined, the form creates a new supplier. */
export const SupplierEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  return (
    <DirectoryEditor
      descriptor={supplierEditor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новый поставщик" : "Изменение поставщика"}
      schema={schema}
      describe={describeSupplier}
      returnTo={`/Company/${companyId}/Supplier`}
      savedText={() => "Успешно Сохранено"}
    >
      {({ register, formState: { errors } }) => (
        <div className="card grid gap-4">
          <Field label="Название" isRequired error={errors.name?.message}>
            {(control) => <input {...control} {...register("name")} autoComplete="off" className="field" />}
          </Field>
          <Field label="Описание" hint="Что возит, когда и как заказать" error={errors.description?.message}>
            {(control) => <textarea {...control} {...register("description")} rows={4} className="field resize-y" />}
          </Field>
          <TickBox {...register("isActive")}>Работаем с ним</TickBox>
        </div>
      )}
    </DirectoryEditor>
  );
};
