import { boolean, type GenericSchema, maxLength, number, object, pipe, record, string } from "valibot";
import { type RoleDraft, type RoleScope, roleEditor } from "#machines/resources/roles.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { OwnerFields } from "./OwnerFields.tsx";
import { PermissionFields } from "./PermissionFields.tsx";
import { RoleNameField } from "./RoleNameField.tsx";
import { rolesPath, useRightsReload, useWhyNotRoles, whyFixed } from "./rolePlace.ts";

const schema: GenericSchema<RoleDraft, RoleDraft> = object({
  name: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
  isPublic: boolean(),
  companyId: string(),
  permissions: record(string(), number()),
});

/** The form of a role, in a company or for the whole system (platform, section 2). */
export const RoleEditor = ({ companyId, roleId }: { companyId: number | undefined; roleId: number | undefined }) => {
  const lacking = useWhyNotRoles(companyId);
  const reload = useRightsReload();
  const scope: RoleScope = companyId === undefined ? {} : { companyId };
  return (
    <ResourceEditor
      resource={roleEditor}
      scope={scope}
      id={roleId}
      title="Настройка Ролей компании"
      schema={schema}
      returnTo={rolesPath(companyId)}
      why={({ opened }) => lacking || whyFixed(opened.draft.isPublic, companyId)}
      onSaved={reload}
    >
      {(form, { permissions, companies }) => (
        <>
          <div className="card grid gap-3">
            <RoleNameField form={form} />
            {companyId === undefined && <OwnerFields form={form} companies={companies} />}
          </div>
          <PermissionFields form={form} catalogue={permissions} companyId={companyId} />
        </>
      )}
    </ResourceEditor>
  );
};
