import type { UseFormReturn } from "react-hook-form";
import type { RoleChoices, RoleDraft } from "#machines/directory/descriptors/roles.ts";
import { Field } from "../../ui/Field.tsx";

/**
 * Form fields for the owner of a role: the system, a company or none. The fields are shown only in the administration
 * of all roles.
 */
export const OwnerFields = ({
  form,
  companies,
}: {
  form: UseFormReturn<RoleDraft>;
  companies: RoleChoices["companies"];
}) => {
  const isPublic = form.watch("isPublic");
  const publicField = form.register("isPublic");
  return (
    <>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          {...publicField}
          onChange={(event) => {
            if (event.target.checked) form.setValue("companyId", "", { shouldDirty: true });
            return publicField.onChange(event);
          }}
        />
        Системная: есть во всех компаниях, и меняет её только администратор системы
      </label>
      <Field
        label="Компания"
        error={form.formState.errors.companyId?.message}
        hint={isPublic ? "Системная роль общая для всех компаний" : "Без компании роль никому не назначить"}
      >
        {(control) => (
          <select {...control} {...form.register("companyId")} disabled={isPublic} className="field max-w-md">
            <option value="">Не выбрана</option>
            {companies.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
};
