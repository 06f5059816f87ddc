import { boolean, type GenericSchema, maxLength, number, object, pipe, record, string } from "valibot";
import { type RoleDraft, type RoleScope, roleEditor } from "#machines/directory/descriptors/roles.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { describeRole } from "./describeRole.ts";
import { OwnerFields } from "./OwnerFields.tsx";
import { PermissionFields } from "./PermissionFields.tsx";
import { RoleNameField } from "./RoleNameField.tsx";
import { copyName, ROLE_NAME_LENGTH, rolesPath, SYSTEM_ROLE, useRightsReload } from "./roleParts.ts";

const schema: GenericSchema<RoleDraft, RoleDraft> = object({
  name: pipe(string(), maxLength(ROLE_NAME_LENGTH, `Не длиннее ${ROLE_NAME_LENGTH} знаков.`)),
  isPublic: boolean(),
  companyId: string(),
  permissions: record(string(), number()),
});

/** Form of a role of a company or of the system (platform, section 2). A new role can be a copy of the role `from`. */
export const RoleEditor = ({
  companyId,
  roleId,
  from,
}: {
  companyId: number | undefined;
  roleId: number | undefined;
  from: number | undefined;
}) => {
  const reload = useRightsReload();
  const scope: RoleScope = {
    ...(companyId !== undefined && { companyId }),
    ...(from !== undefined && { copied: { id: from, rename: copyName } }),
  };
  return (
    <DirectoryEditor
      descriptor={roleEditor}
      scope={scope}
      id={roleId}
      title="Настройка Ролей компании"
      schema={schema}
      describe={describeRole}
      returnTo={rolesPath(companyId)}
      lockedText={SYSTEM_ROLE}
      onSaved={reload}
    >
      {(form, { permissions, companies }) => (
        <>
          <div className="card grid gap-3">
            <RoleNameField form={form} />
            {companyId === undefined && <OwnerFields form={form} companies={companies} />}
          </div>
          <PermissionFields form={form} catalogue={permissions} companyId={companyId} isNew={roleId === undefined} />
        </>
      )}
    </DirectoryEditor>
  );
};
