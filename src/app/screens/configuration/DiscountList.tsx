import { describeTerms } from "#domain/discountTermsText.ts";
import { counted } from "#domain/format.ts";
import { formatAmount, formatMoney } from "#domain/money.ts";
import { type DiscountRow, discountDirectory } from "#machines/directory/descriptors/discounts.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { EntryList } from "./EntryList.tsx";

const sizeOf = ({ type, value, detail }: DiscountRow): string => {
  if (detail) return `по условиям: ${counted(detail.length, ["условие", "условия", "условий"])}`;
  return type === "%" ? `${formatAmount(value).replace(/,00$/, "")} % от заказа` : `${formatMoney(value)} от заказа`;
};

const columns: readonly ListColumn<DiscountRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Размер", cell: sizeOf },
];

const termsColumn: ListColumn<DiscountRow> = {
  head: "Когда действует",
  cell: ({ terms, uses }) => describeTerms(terms ?? null, uses ?? null),
};

export const DiscountList = ({ companyId }: { companyId: number }) => {
  const hasTerms = useHasExtensionFields();
  return (
    <EntryList
      companyId={companyId}
      area="Discount"
      descriptor={discountDirectory}
      texts={{ title: "Скидки", add: "Добавить скидку", what: "скидку", removed: "Скидка удалена" }}
      columns={hasTerms ? [...columns, termsColumn] : columns}
      question={() => "У заказов с этой скидкой она останется, дать её новому заказу будет нельзя."}
      empty="Скидок пока нет. Добавьте первую: на весь заказ или на отдельные категории и позиции."
    />
  );
};
