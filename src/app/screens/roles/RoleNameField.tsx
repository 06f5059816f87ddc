import type { UseFormReturn } from "react-hook-form";
import type { RoleDraft } from "#machines/directory/descriptors/roles.ts";
import { Field } from "../../ui/Field.tsx";

/** Field for the name of a role. The name may be empty (platform, section 5). */
export const RoleNameField = ({ form }: { form: UseFormReturn<RoleDraft> }) => (
  <Field label="Название" error={form.formState.errors.name?.message}>
    {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field max-w-md" />}
  </Field>
);
