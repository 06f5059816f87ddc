import { formatDate, formatDay } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { CustomerFile } from "#machines/directory/descriptors/customers.ts";
import { useTimeZone } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { customerAddress, riskTexts } from "./customerTexts.ts";

const Phone = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="text-accent underline">
    {formatPhone(phone)}
  </a>
);

const Risk = ({ card: { risk, riskReason, riskUntil, riskBy } }: { card: CustomerFile }) => (
  <dd className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
    <Badge colour={riskTexts[risk].colour}>{riskTexts[risk].title}</Badge>
    {riskReason}
    {risk !== "none" && (
      <span className="text-muted">
        {riskUntil ? `до ${formatDay(riskUntil)}` : "бессрочно"}
        {riskBy && `, поставил(а) ${riskBy}`}
      </span>
    )}
  </dd>
);

/** Facts of a customer: phones, birthday, risk, note, totals and addresses. */
export const CustomerFacts = ({ card }: { card: CustomerFile }) => {
  const timeZone = useTimeZone(card.companyId);
  const { phone, phones, birthday, note, orderCount, avaragePay, totalPay, firstOrderDate, lastOrderDate } = card;
  return (
    <dl className="card grid grid-cols-[auto_1fr] content-start self-start gap-x-6 gap-y-2">
      <dt className="text-muted">Телефон</dt>
      <dd>
        {phone === "" ? "—" : <Phone phone={phone} />}
        {phones.map((one) => (
          <span key={one.id} className="block">
            <Phone phone={one.phone} />
            {one.alias && <span className="text-muted"> — {one.alias}</span>}
          </span>
        ))}
      </dd>
      <dt className="text-muted">День рождения</dt>
      <dd>{birthday ? formatDay(birthday) : "—"}</dd>
      <dt className="text-muted">Отношение</dt>
      <Risk card={card} />
      <dt className="text-muted">Заметка</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{note ?? "—"}</dd>
      <dt className="text-muted">Заказов</dt>
      <dd>
        {orderCount}
        {firstOrderDate && `, первый ${formatDate(firstOrderDate, timeZone)}`}
        {lastOrderDate && orderCount > 1 && `, последний ${formatDate(lastOrderDate, timeZone)}`}
      </dd>
      <dt className="text-muted">На сумму</dt>
      <dd>
        {formatMoney(totalPay)}, средний чек {formatMoney(avaragePay)}
      </dd>
      <dt className="text-muted">Адреса</dt>
      <dd>
        {card.addresses.length === 0 && "—"}
        {card.addresses.map((address) => (
          <span key={customerAddress(address)} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
            {customerAddress(address)}
            {address.isDefault && <Badge colour="teal">основной</Badge>}
            {address.isKept && !address.isDefault && <Badge colour="grey">сохранён</Badge>}
          </span>
        ))}
      </dd>
    </dl>
  );
};
