import type { UseFormReturn } from "react-hook-form";
import type { Schemas } from "#api/client.ts";
import { type RoleDraft, setPermission } from "#machines/directory/descriptors/roles.ts";
import { useCompany } from "../../services/context.ts";
import { PermissionField } from "./PermissionField.tsx";
import { RightsTable } from "./RightsTable.tsx";

/**
 * Table 'Настроеные права' of a role (platform, section 2; the spelling is from the specification). A permission of the
 * type bool has a checkbox, any other permission a number field.
 */
export const PermissionFields = ({
  form,
  catalogue,
  companyId,
  isNew,
}: {
  form: UseFormReturn<RoleDraft>;
  catalogue: readonly Schemas["Permission"][];
  companyId: number | undefined;
  isNew: boolean;
}) => {
  const permissions = form.watch("permissions");
  // The copy of a role starts with the permissions of the original, but none of them is saved yet.
  const initialPermissions = form.formState.defaultValues?.permissions ?? {};
  const savedPermissions = isNew ? {} : initialPermissions;
  const ownPermissions = useCompany(companyId ?? 0)?.permissions;
  const change = (name: string, text: string) =>
    form.setValue("permissions", setPermission(permissions, name, text), { shouldDirty: true });
  // In a company, a user can grant at most the value of their own permission or the value that the role already has,
  // whichever is higher (decisions, section 4).
  const maxOf = (name: string): number =>
    ownPermissions === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(ownPermissions[name] ?? 0, savedPermissions[name] ?? 0);
  return (
    <section className="sheet">
      <h2 className="px-3 py-2 text-base font-semibold">Настроеные права</h2>
      <RightsTable>
        {catalogue.map((permission) => (
          <PermissionField
            key={permission.name}
            permission={permission}
            value={permissions[permission.name]}
            max={maxOf(permission.name)}
            canRemove={initialPermissions[permission.name] !== undefined}
            error={form.getFieldState(`permissions.${permission.name}`, form.formState).error?.message}
            onText={(text) => change(permission.name, text)}
          />
        ))}
      </RightsTable>
    </section>
  );
};
