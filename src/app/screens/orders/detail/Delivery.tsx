import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { expectedAt } from "#machines/orders/list/orderAttention.ts";
import { useReferences, useTimeZone } from "../../../services/context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Facts } from "./Facts.tsx";
import { formatAddress } from "./formatAddress.ts";
import { useOrderSnapshot } from "./useDetail.ts";

/**
 * Due time, customer, phones, delivery address, banknote to give change for, number of persons, comments and tags of
 * the order.
 */
export const Delivery = () => {
  const { order } = useOrderSnapshot();
  const timeZone = useTimeZone(order.companyId);
  const { tags } = useReferences(order.companyId);
  const phone = (text: string | null) =>
    text && (
      <a className="text-accent hover:underline" href={`tel:${text}`}>
        {formatPhone(text)}
      </a>
    );
  return (
    <Facts
      facts={[
        ["Ко времени", formatDateTime(expectedAt(order), timeZone)],
        ["Контактный телефон", phone(order.phone)],
        [
          "Клиент",
          (order.customerAlias || order.operatorPhoneCallId !== null) && (
            <span className="flex flex-wrap items-center gap-2">
              {order.customerAlias}
              {order.operatorPhoneCallId !== null && <Badge colour="teal">по звонку</Badge>}
            </span>
          ),
        ],
        ["Телефон доставки", phone(order.deliveryPhone)],
        ["Адрес", formatAddress(order)],
        ["Сдача с", order.deliveryChange !== null && formatMoney(order.deliveryChange)],
        ["Персон", order.persons !== null && String(order.persons)],
        ["Комментарий", order.note],
        ["Комментарий внешней системы", order.externalNote],
        [
          "Теги",
          order.tags.length > 0 && (
            <span className="flex flex-wrap gap-1">
              {tags
                .filter(({ id }) => order.tags.includes(id))
                .map(({ id, name, color }) => (
                  <Badge key={id} colour={color}>
                    {name}
                  </Badge>
                ))}
            </span>
          ),
        ],
      ]}
    />
  );
};
