import type { UseFormReturn } from "react-hook-form";
import type { RoleDraft } from "#machines/resources/roles.ts";
import { Field } from "../../ui/Field.tsx";

/** What the role is called; it may be nothing (platform, section 5). */
export const RoleNameField = ({ form }: { form: UseFormReturn<RoleDraft> }) => (
  <Field label="Название" error={form.formState.errors.name?.message}>
    {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field max-w-md" />}
  </Field>
);
