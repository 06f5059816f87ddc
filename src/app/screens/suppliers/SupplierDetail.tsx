import { Pencil, Plus } from "lucide-react";
import { formatDate } from "#domain/format.ts";
import { type SupplierDraft, supplierEditor } from "#machines/directory/descriptors/suppliers.ts";
import { DirectoryDetail } from "../../directory/DirectoryDetail.tsx";
import { useTimeZone } from "../../services/context.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { useQueryString } from "../../shared/useQueryString.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { SupplierPackingLists } from "./SupplierPackingLists.tsx";
import { useReasonNotToEditSuppliers } from "./useReasonNotToEditSuppliers.ts";

const tabs = [
  { name: "facts", title: "О поставщике" },
  { name: "packingLists", title: "Накладные" },
] as const;

const Facts = ({ supplier, timeZone }: { supplier: SupplierDraft; timeZone: string }) => (
  <dl className="card grid max-w-3xl grid-cols-[auto_1fr] gap-x-6 gap-y-2">
    <dt className="text-muted">Название</dt>
    <dd className="font-semibold wrap-anywhere">{supplier.name}</dd>
    <dt className="text-muted">Описание</dt>
    <dd className="whitespace-pre-line wrap-anywhere">{supplier.description || "—"}</dd>
    <dt className="text-muted">Работаем с ним</dt>
    <dd>{yesOrNo(supplier.isActive)}</dd>
    <dt className="text-muted">Добавлен</dt>
    <dd>{formatDate(supplier.creationDate, timeZone)}</dd>
  </dl>
);

/** Screen with the details and the packing lists of a supplier (business, section 2; areas, section 2). */
export const SupplierDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const reason = useReasonNotToEditSuppliers(companyId);
  const reasonNotToDraft = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const { search, change } = useQueryString();
  const hasLists = useIsOffered("GET /api/PackingList/Company/{companyId}/Summury");
  const tab = hasLists && new URLSearchParams(search).get("tab") === "packingLists" ? "packingLists" : "facts";
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
          {hasLists && (
            <ActionLink href={`/Company/${companyId}/PackingList/New?supplier=${id}`} why={reasonNotToDraft}>
              <Plus size={16} aria-hidden />
              Новая накладная
            </ActionLink>
          )}
          <ActionLink href={`${path}/${id}/Edit`} kind="primary" why={reason}>
            <Pencil size={16} aria-hidden />
            Редактировать
          </ActionLink>
        </>
      )}
    >
      {(supplier) => (
        <>
          {hasLists && (
            <div className="mb-3">
              <Tabs label="Поставщик" tabs={tabs} chosen={tab} onChoose={(name) => change({ tab: name })} />
            </div>
          )}
          <section {...(hasLists && { role: "tabpanel", "aria-labelledby": tabId(tab) })}>
            {tab === "facts" ? (
              <Facts supplier={supplier} timeZone={timeZone} />
            ) : (
              <>
                <p className="mb-3 font-semibold wrap-anywhere">{supplier.name}</p>
                <SupplierPackingLists companyId={companyId} supplierId={id} />
              </>
            )}
          </section>
        </>
      )}
    </DirectoryDetail>
  );
};
