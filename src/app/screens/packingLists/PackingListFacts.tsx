import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { PackingList } from "#machines/directory/descriptors/packingLists.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { DocumentStamps } from "../stockDocuments/DocumentStamps.tsx";
import { packingKinds, packingStates, unpaidAmount, vatText } from "./packingListTexts.ts";

/**
 * Facts of a packing list: state, kind, supplier, date, VAT, author and time of the creation, approval and reversal,
 * paid and unpaid amount, and comment. A badge marks a repeated number.
 */
export const PackingListFacts = ({ list, timeZone }: { list: PackingList; timeZone: string }) => {
  const { companyId, supplierId, supplierName, state, kind, comment, isDuplicate } = list;
  const unpaid = unpaidAmount(list);
  return (
    <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      <dt className="text-muted">Состояние</dt>
      <dd className="flex flex-wrap items-center gap-2">
        <Badge colour={packingStates[state].colour}>{packingStates[state].title}</Badge>
        {packingKinds[kind]}
        {isDuplicate && <Badge colour="red">Повтор номера</Badge>}
      </dd>
      <dt className="text-muted">Поставщик</dt>
      <dd className="wrap-anywhere">
        <Link href={`/Company/${companyId}/Supplier/${supplierId}/Detail`} className="text-accent hover:underline">
          {supplierName}
        </Link>
      </dd>
      <dt className="text-muted">Дата</dt>
      <dd>{formatDateTime(list.date, timeZone)}</dd>
      <dt className="text-muted">Цены</dt>
      <dd>{vatText(list)}</dd>
      <DocumentStamps document={list} words={["Внесена", "Проведена", "Отменена"]} timeZone={timeZone} />
      {state !== "draft" && (
        <>
          <dt className="text-muted">Оплачено</dt>
          <dd>
            {formatMoney(list.paidAmount)}
            {unpaid !== 0 && <span className="text-muted">, осталось {formatMoney(unpaid)}</span>}
          </dd>
        </>
      )}
      {comment && (
        <>
          <dt className="text-muted">Комментарий</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{comment}</dd>
        </>
      )}
    </dl>
  );
};
