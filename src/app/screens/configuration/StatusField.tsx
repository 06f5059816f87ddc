import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { StatusOption } from "#machines/directory/descriptors/statusOption.ts";
import { Field } from "../../ui/Field.tsx";
import { MenuSelect } from "../../ui/MenuSelect.tsx";

/** Menu for an order status in a settings form. A value of 0 means that no status is chosen. */
export const StatusField = <Draft extends FieldValues>({
  form,
  name,
  label,
  empty = "Не менять",
  statuses,
}: {
  form: UseFormReturn<Draft>;
  name: Path<Draft>;
  label: string;
  /** Text of the option that means "no status". */
  empty?: string;
  statuses: readonly StatusOption[];
}) => (
  <Field label={label} error={form.formState.errors[name]?.message as string | undefined} className="max-w-sm">
    {(control) => (
      <MenuSelect
        control={control}
        label={label}
        options={[{ id: 0, name: empty, color: undefined }, ...statuses].map(({ id, name: title, color }) => ({
          id,
          title,
          colour: color,
          isCurrent: id === form.watch(name),
          run: () =>
            form.setValue(name, id as PathValue<Draft, Path<Draft>>, { shouldDirty: true, shouldValidate: true }),
        }))}
      />
    )}
  </Field>
);
