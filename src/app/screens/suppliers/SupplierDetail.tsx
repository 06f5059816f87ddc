import { Pencil } from "lucide-react";
import { formatDate } from "#domain/format.ts";
import { supplierEditor } from "#machines/directory/descriptors/suppliers.ts";
import { DirectoryDetail } from "../../directory/DirectoryDetail.tsx";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { useReasonNotToEditSuppliers } from "./useReasonNotToEditSuppliers.ts";

/** Screen with the details of a supplier (business, section 2). */
export const SupplierDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const reason = useReasonNotToEditSuppliers(companyId);
  const timeZone = useTimeZone(companyId);
  const path = `/Company/${companyId}/Supplier`;
  return (
    <DirectoryDetail
      descriptor={supplierEditor}
      scope={{ companyId }}
      id={id}
      title="Поставщик"
      listPath={path}
      action={() => (
        <>
          <ActionLink href={path}>К списку</ActionLink>
          <ActionLink href={`/Company/${companyId}/PackingList?supplier=${id}&period=year`}>Накладные</ActionLink>
          <ActionLink href={`${path}/${id}/Edit`} kind="primary" why={reason}>
            <Pencil size={16} aria-hidden />
            Редактировать
          </ActionLink>
        </>
      )}
    >
      {({ name, description, isActive, creationDate }) => (
        <dl className="card grid max-w-3xl grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <dt className="text-muted">Название</dt>
          <dd className="font-semibold wrap-anywhere">{name}</dd>
          <dt className="text-muted">Описание</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{description || "—"}</dd>
          <dt className="text-muted">Работаем с ним</dt>
          <dd>{yesOrNo(isActive)}</dd>
          <dt className="text-muted">Добавлен</dt>
          <dd>{formatDate(creationDate, timeZone)}</dd>
        </dl>
      )}
    </DirectoryDetail>
  );
};
