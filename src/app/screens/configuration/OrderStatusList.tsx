import {
  findMissingKinds,
  type OrderStatusRow,
  orderStatusDirectory,
} from "#machines/directory/descriptors/orderStatuses.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Note } from "../../ui/Note.tsx";
import { EntryList } from "./EntryList.tsx";
import { keptStatusText, missingKindSentences } from "./statusTexts.ts";

const describeFlags = (row: OrderStatusRow): string =>
  [
    row.isFirst && "его получает новый заказ",
    row.isClosed && !row.isCancel && "закрывает заказ",
    row.isCancel && "отменяет заказ",
    row.isAddStockOperation && !row.isCancel && "списывает со склада",
    !row.isEditable && !row.isClosed && "заказ нельзя изменять",
    row.isRequireReason && "нужна причина",
    row.isTechnical && "ставит только система",
  ]
    .filter(Boolean)
    .join(", ");

const columns: readonly ListColumn<OrderStatusRow>[] = [
  {
    head: "Статус",
    cell: ({ name, color }) => <Badge colour={color}>{name}</Badge>,
    value: ({ name }) => name,
    narrow: "lead",
  },
  { head: "Что делает", cell: (row) => describeFlags(row) || "заказ в работе" },
];

/** List of a company's order statuses. */
export const OrderStatusList = ({ companyId }: { companyId: number }) => (
  <EntryList
    companyId={companyId}
    area="OrderStatus"
    descriptor={orderStatusDirectory}
    texts={{ title: "Статусы заказов", add: "Добавить статус", what: "статус", removed: "Статус удалён" }}
    columns={columns}
    reasonNotToRemove={keptStatusText}
    question={({ losses }) =>
      [...missingKindSentences(losses), "Заказы в этом статусе его сохранят, но выбрать его будет нельзя."].join(" ")
    }
    above={(rows) =>
      missingKindSentences(findMissingKinds(rows)).map((sentence) => <Note key={sentence}>{sentence}</Note>)
    }
    empty="Статусов пока нет. Добавьте первый: с него начинаются заказы."
  />
);
