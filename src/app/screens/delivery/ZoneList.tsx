import { formatMoney } from "#domain/money.ts";
import { type DeliveryZoneRow, deliveryZoneDirectory } from "#machines/directory/descriptors/deliveryZones.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";

const columns: readonly ListColumn<DeliveryZoneRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  {
    head: "Доставка",
    cell: ({ price }) => (price === 0 ? "бесплатно" : formatMoney(price)),
    value: ({ price }) => price,
    align: "right",
  },
  {
    head: "Бесплатно от",
    cell: ({ freeFrom }) => (freeFrom === null ? "—" : formatMoney(freeFrom)),
    value: ({ freeFrom }) => freeFrom,
    align: "right",
  },
  {
    head: "Везём от",
    cell: ({ minAmount }) => (minAmount === 0 ? "—" : formatMoney(minAmount)),
    value: ({ minAmount }) => minAmount,
    align: "right",
  },
  { head: "Минут", cell: ({ minutes }) => minutes ?? "—", align: "right" },
  { head: "Приоритет", cell: ({ priority }) => priority, align: "right" },
];

/** List of delivery zones (areas, section 8). */
export const ZoneList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Delivery/Zone`;
  return (
    <DirectoryList
      descriptor={deliveryZoneDirectory}
      scope={{ companyId }}
      title="Зоны доставки"
      add={{ label: "Добавить зону", href: `${path}/New` }}
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={{
        remove: removal<DeliveryZoneRow>("зону", "Зона удалена", () => "Принятые заказы сохранят её цену."),
      }}
      empty="Зон пока нет: доставка не входит в сумму заказа. Нарисуйте зону на карте, и её цена появится в новом заказе."
    />
  );
};
