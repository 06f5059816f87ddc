import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { Field } from "../../ui/Field.tsx";

/** Select field for an order status in a settings form. A value of 0 means that no status is chosen. */
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
  statuses: readonly { readonly id: number; readonly name: string }[];
}) => (
  <Field label={label} error={form.formState.errors[name]?.message as string | undefined} className="max-w-sm">
    {(control) => (
      <select
        {...control}
        className="field"
        value={form.watch(name)}
        onChange={({ target }) =>
          form.setValue(name, Number(target.value) as PathValue<Draft, Path<Draft>>, {
            shouldDirty: true,
            shouldValidate: true,
          })
        }
      >
        <option value={0}>{empty}</option>
        {statuses.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
);
