import { type PaymentMethodRow, paymentMethodDirectory } from "#machines/directory/descriptors/paymentMethods.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { EntryList } from "./EntryList.tsx";

const columns: readonly ListColumn<PaymentMethodRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Источник финансов", cell: ({ sourceName }) => sourceName || "—" },
  {
    head: "Внешняя оплата",
    cell: ({ externalName, isConfigured }) =>
      isConfigured === false ? `${externalName}: не настроена на сервере, счёт ей не выставить` : externalName || "—",
  },
  { head: "Наличные", cell: ({ isCash }) => (isCash ? "да, со сдачей" : "—") },
];

/** List of a company's payment methods. */
export const PaymentMethodList = ({ companyId }: { companyId: number }) => (
  <EntryList
    companyId={companyId}
    area="PaymentMethod"
    descriptor={paymentMethodDirectory}
    texts={{
      title: "Способы оплаты",
      add: "Добавить способ оплаты",
      what: "способ оплаты",
      removed: "Способ оплаты удалён",
    }}
    columns={columns}
    question={() => "Принятые этим способом оплаты останутся, новую принять им будет нельзя."}
    empty="Способов оплаты пока нет: заказ нечем оплатить. Добавьте первый, например «Наличные»."
  />
);
