import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Field } from "../../ui/Field.tsx";

/** Form fields for the name of a record and for its position in the list. */
export const NameFields = <Draft extends FieldValues & { name: string; order: string }>({
  form,
}: {
  form: UseFormReturn<Draft>;
}) => {
  const { errors } = form.formState;
  // TypeScript cannot derive the paths "name" and "order" from the type parameter, so they are cast.
  const [name, order] = ["name", "order"] as [Path<Draft>, Path<Draft>];
  const messageOf = (field: "name" | "order") => errors[field]?.message as string | undefined;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Название" isRequired className="min-w-60 flex-1" error={messageOf("name")}>
        {(control) => <input {...control} {...form.register(name)} autoComplete="off" className="field" />}
      </Field>
      <Field label="Порядок" className="w-36" hint="Меньшее — выше" error={messageOf("order")}>
        {(control) => (
          <input {...control} {...form.register(order)} inputMode="numeric" autoComplete="off" className="field" />
        )}
      </Field>
    </div>
  );
};
