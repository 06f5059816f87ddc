import { Check, Eye, Pencil } from "lucide-react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { type RoleDraft, roleEditor } from "#machines/directory/descriptors/roles.ts";
import { DirectoryDetail } from "../../directory/DirectoryDetail.tsx";
import { useServices } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { RightsTable } from "./RightsTable.tsx";
import { reasonNotToEditRole, roleName, rolesPath } from "./roleParts.ts";

const Rights = ({ draft, catalogue }: { draft: RoleDraft; catalogue: readonly Schemas["Permission"][] }) => {
  const heldPermissions = catalogue.filter(({ name }) => draft.permissions[name] !== undefined);
  if (heldPermissions.length === 0) return <p className="text-muted">Прав у роли нет.</p>;
  return (
    <RightsTable>
      {heldPermissions.map(({ name, title, type }) => (
        <tr key={name}>
          <td>
            {title}
            <span className="block font-mono text-xs text-muted min-[701px]:hidden">{name}</span>
          </td>
          <td className="font-mono text-muted max-[700px]:hidden">{name}</td>
          <td>
            {type === "bool" ? (
              <Check size={16} role="img" aria-label="есть" className="text-positive" />
            ) : (
              draft.permissions[name]
            )}
          </td>
        </tr>
      ))}
    </RightsTable>
  );
};

/** Button that shows the company as a user with the role sees it. */
const PreviewButton = ({ companyId, role }: { companyId: number; role: RoleDraft }) => {
  const { shell } = useServices();
  const [, navigate] = useLocation();
  const start = () => {
    const { name, permissions } = role;
    shell.send({ type: "preview.start", preview: { companyId, roleName: roleName(name), permissions } });
    navigate("/");
  };
  return (
    <Button className="justify-self-start" onClick={start}>
      <Eye size={16} aria-hidden />
      Посмотреть как эта роль
    </Button>
  );
};

/** Screen with the permissions of a role (platform, section 2). */
export const RoleDetail = ({ companyId, roleId }: { companyId: number | undefined; roleId: number }) => {
  const path = rolesPath(companyId);
  return (
    <DirectoryDetail
      descriptor={roleEditor}
      scope={companyId === undefined ? {} : { companyId }}
      id={roleId}
      title="Настройка прав роли"
      listPath={path}
      action={({ isPublic }) => (
        <ActionLink href={`${path}/${roleId}/Edit`} kind="primary" why={reasonNotToEditRole(isPublic, companyId)}>
          <Pencil size={16} aria-hidden />
          Редактировать
        </ActionLink>
      )}
    >
      {(draft, { permissions, companies }) => (
        <div className="grid max-w-3xl gap-3">
          {companyId !== undefined && <PreviewButton companyId={companyId} role={draft} />}
          <dl className="card grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            <dt className="text-muted">Название</dt>
            <dd className="font-semibold wrap-anywhere">{roleName(draft.name)}</dd>
            <dt className="text-muted">Системная</dt>
            <dd>{draft.isPublic ? "да" : "нет"}</dd>
            {companyId === undefined && (
              <>
                <dt className="text-muted">Компания</dt>
                <dd>{companies.find(({ id }) => String(id) === draft.companyId)?.name ?? "—"}</dd>
              </>
            )}
          </dl>
          <div className="sheet">
            <Rights draft={draft} catalogue={permissions} />
          </div>
        </div>
      )}
    </DirectoryDetail>
  );
};
