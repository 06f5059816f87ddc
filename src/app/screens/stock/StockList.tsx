import { ChartNoAxesColumn, Eye, EyeOff } from "lucide-react";
import { useMemo, useState } from "react";
import { type StockRow, stock } from "#machines/resources/stock.ts";
import { fitsStockList } from "#machines/stock/stockFilter.ts";
import { ActionLink } from "../../resource/ActionLink.tsx";
import type { RowCommandWords, RowLink } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { TextFilter } from "../../resource/TextFilter.tsx";
import { useQueryText } from "../../resource/useQueryText.ts";
import { Tick } from "../../ui/Tick.tsx";
import { type Asked, StockRowDialog } from "./StockRowDialog.tsx";
import { stockColumns } from "./stockColumns.tsx";
import { useWhyNotStock } from "./useWhyNotStock.ts";

const commandsFor = (whyNot: string | undefined): Readonly<Record<"hide" | "show", RowCommandWords<StockRow>>> => ({
  hide: {
    label: "Скрыть",
    icon: <EyeOff size={16} aria-hidden />,
    isFor: ({ isHidden }) => !isHidden,
    why: () => whyNot,
    title: ({ title }) => `Скрыть «${title}»?`,
    question: () => "Товар не будет показан на складе этой компании. Остаток и списание по заказам не изменятся.",
    done: ({ title }) => `Товар «${title}» скрыт`,
  },
  show: {
    label: "Показать",
    icon: <Eye size={16} aria-hidden />,
    isFor: ({ isHidden }) => isHidden,
    why: () => whyNot,
    title: ({ title }) => `Показать «${title}»?`,
    question: () => "Товар снова будет на складе этой компании.",
    done: ({ title }) => `Товар «${title}» снова на складе`,
  },
});

/** What a company has in stock (business, section 2). */
export const StockList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}`;
  const whyNot = useWhyNotStock(companyId);
  const [title, setTitle] = useQueryText("title");
  const [all, setAll] = useQueryText("all");
  const [asked, ask] = useState<Asked>();
  const columns = useMemo(() => stockColumns(path, ask), [path]);
  const commands = useMemo(() => commandsFor(whyNot), [whyNot]);
  const operationsOf = ({ id }: StockRow) => `${path}/StockOperation?stockItem=${id}`;
  const links: readonly RowLink<StockRow>[] = [
    { label: "Движение", icon: <ChartNoAxesColumn size={16} aria-hidden />, href: operationsOf },
  ];
  return (
    <>
      <ResourceList
        resource={stock}
        scope={{ companyId }}
        title="Склад"
        add={{ label: "Добавить операцию", href: `${path}/StockOperation/Add`, why: whyNot }}
        columns={columns}
        open={operationsOf}
        links={links}
        commands={commands}
        isShown={fitsStockList({ title, isAll: all === "1" })}
        module="stock"
        empty="Товаров пока нет. Добавьте первый в разделе «Товары склада»."
      >
        <TextFilter label="Товар" value={title} onText={setTitle} />
        <Tick checked={all === "1"} onChange={({ target }) => setAll(target.checked ? "1" : "")}>
          Показать скрытые
        </Tick>
        <span className="flex-1" />
        <ActionLink href={`${path}/StockOperation`}>Складские операции</ActionLink>
        <ActionLink href={`${path}/StockItem`}>Товары склада</ActionLink>
      </ResourceList>
      {asked && <StockRowDialog asked={asked} path={path} onClose={() => ask(undefined)} />}
    </>
  );
};
