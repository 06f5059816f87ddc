import type { UseFormReturn } from "react-hook-form";
import type { Schemas } from "#api/client.ts";
import { type RoleDraft, withPermission } from "#machines/resources/roles.ts";
import { useCompany } from "../../context.ts";
import { PermissionRow } from "./PermissionRow.tsx";
import { RightsTable } from "./RightsTable.tsx";

const messageOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : undefined;

/** The table 'Настроеные права': a check for a permission of type bool, a number for any other (platform, section 2). */
export const PermissionFields = ({
  form,
  catalogue,
  companyId,
}: {
  form: UseFormReturn<RoleDraft>;
  catalogue: readonly Schemas["Permission"][];
  companyId: number | undefined;
}) => {
  const permissions = form.watch("permissions");
  const before = form.formState.defaultValues?.permissions ?? {};
  const held = useCompany(companyId ?? 0)?.permissions;
  const change = (name: string, text: string) =>
    form.setValue("permissions", withPermission(permissions, name, text), { shouldDirty: true });
  /** Nobody grants more than he holds; what the role had already may stay (decisions, section 4). */
  const mostOf = (name: string): number =>
    held === undefined ? Number.POSITIVE_INFINITY : Math.max(held[name] ?? 0, before[name] ?? 0);
  return (
    <section className="sheet">
      <h2 className="px-3 py-2 text-lg font-semibold">Настроеные права</h2>
      <RightsTable>
        {catalogue.map((permission) => (
          <PermissionRow
            key={permission.name}
            permission={permission}
            value={permissions[permission.name]}
            most={mostOf(permission.name)}
            error={messageOf(form.getFieldState(`permissions.${permission.name}`, form.formState).error)}
            onText={(text) => change(permission.name, text)}
          />
        ))}
      </RightsTable>
    </section>
  );
};
