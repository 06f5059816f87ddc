import type { UseFormReturn } from "react-hook-form";
import type { RoleChoices, RoleDraft } from "#machines/resources/roles.ts";
import { Field } from "../../ui/Field.tsx";

/** Whose a role is: the system's, one company's, or nobody's yet. Only where no company is given by the path. */
export const OwnerFields = ({
  form,
  companies,
}: {
  form: UseFormReturn<RoleDraft>;
  companies: RoleChoices["companies"];
}) => {
  const isPublic = form.watch("isPublic");
  const own = form.register("isPublic");
  return (
    <>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          {...own}
          onChange={(event) => {
            if (event.target.checked) form.setValue("companyId", "", { shouldDirty: true });
            return own.onChange(event);
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
