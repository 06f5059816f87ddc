import { Pencil } from "lucide-react";
import { formatDate, formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { type CustomerFile, customerCardQuery } from "#machines/directory/descriptors/customers.ts";
import { usePermissions, useTimeZone } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { customerAddress, riskTexts } from "./customerTexts.ts";

const Facts = ({ card, timeZone }: { card: CustomerFile; timeZone: string }) => {
  const { phone, note, risk, riskReason, orderCount, avaragePay, totalPay, firstOrderDate, addresses } = card;
  return (
    <dl className="card grid grid-cols-[auto_1fr] content-start self-start gap-x-6 gap-y-2">
      <dt className="text-muted">Телефон</dt>
      <dd>
        <a href={`tel:${phone}`} className="text-accent hover:underline">
          {formatPhone(phone)}
        </a>
      </dd>
      <dt className="text-muted">Отношение</dt>
      <dd className="flex flex-wrap items-center gap-2 wrap-anywhere">
        <Badge colour={riskTexts[risk].colour}>{riskTexts[risk].title}</Badge>
        {riskReason}
      </dd>
      <dt className="text-muted">Заметка</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{note ?? "—"}</dd>
      <dt className="text-muted">Заказов</dt>
      <dd>
        {orderCount}
        {firstOrderDate && `, первый ${formatDate(firstOrderDate, timeZone)}`}
      </dd>
      <dt className="text-muted">На сумму</dt>
      <dd>
        {formatMoney(totalPay)}, средний чек {formatMoney(avaragePay)}
      </dd>
      <dt className="text-muted">Адреса</dt>
      <dd>
        {addresses.length === 0 && "—"}
        {addresses.map(customerAddress).map((address) => (
          <span key={address} className="block wrap-anywhere">
            {address}
          </span>
        ))}
      </dd>
    </dl>
  );
};

const Orders = ({ card: { companyId, lastOrders }, timeZone }: { card: CustomerFile; timeZone: string }) => (
  <section aria-label="Заказы" className="sheet min-w-0 self-start">
    <table className="table">
      <caption className="sr-only">Последние заказы</caption>
      <thead>
        <tr>
          <th scope="col">Заказ</th>
          <th scope="col">Срок</th>
          <th scope="col">Статус</th>
          <th scope="col" className="num">
            Сумма
          </th>
        </tr>
      </thead>
      <tbody>
        {lastOrders.map(({ id, internalId, date, amount, statusName, isCanceled }) => (
          <tr key={id}>
            <td>
              <Link
                href={`/Company/${companyId}/Order/${id}`}
                className="text-accent whitespace-nowrap hover:underline"
              >
                № {internalId}
              </Link>
            </td>
            <td>{formatDateTime(date, timeZone)}</td>
            <td className="wrap-anywhere">{statusName}</td>
            <td className={isCanceled ? "num whitespace-nowrap text-muted line-through" : "num whitespace-nowrap"}>
              {formatMoney(amount)}
            </td>
          </tr>
        ))}
        {lastOrders.length === 0 && (
          <tr>
            <td colSpan={4} className="py-8 text-center text-muted">
              Заказов ещё не было.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </section>
);

/** Screen of a customer with their latest orders (areas, section 10). */
export const CustomerDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const timeZone = useTimeZone(companyId);
  const mayEdit = usePermissions(companyId)("customer.edit");
  const view = useQuery(customerCardQuery, { companyId, id });
  const title = view.shown?.answer.alias ?? "Клиент";
  useTitle(title);
  const path = `/Company/${companyId}/Customer`;
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto wrap-anywhere">{title}</h1>
        <ActionLink href={path}>К списку</ActionLink>
        <ActionLink
          href={`${path}/${id}/Edit`}
          kind="primary"
          why={mayEdit ? undefined : missingPermission("customer.edit")}
        >
          <Pencil size={16} aria-hidden />
          Редактировать
        </ActionLink>
      </header>
      <QueryResult view={view}>
        {(card) => (
          <div className="grid gap-3 lg:grid-cols-2">
            <Facts card={card} timeZone={timeZone} />
            <Orders card={card} timeZone={timeZone} />
          </div>
        )}
      </QueryResult>
    </>
  );
};
