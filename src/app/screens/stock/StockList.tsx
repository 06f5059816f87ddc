import { ChartNoAxesColumn, Eye, EyeOff, SlidersHorizontal } from "lucide-react";
import { useMemo, useState } from "react";
import { type StockRow, stockDirectory } from "#machines/directory/descriptors/stock.ts";
import { stockListMatcher } from "#machines/stock/stockFilter.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { RowCommandTexts, RowLink } from "../../directory/listParts.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { ScreenLinks } from "../../shared/ScreenLinks.tsx";
import { TextFilter } from "../../shared/TextFilter.tsx";
import { useQueryText } from "../../shared/useQueryText.ts";
import { TickBox } from "../../ui/TickBox.tsx";
import { useReasonNotToEditCatalogue } from "../catalogue/catalogueScope.ts";
import { StockRowDialog, type StockRowTopic } from "./StockRowDialog.tsx";
import { stockColumns } from "./stockColumns.tsx";

const commands: Readonly<Record<"hide" | "show", RowCommandTexts<StockRow>>> = {
  hide: {
    label: "Скрыть",
    icon: <EyeOff size={16} aria-hidden />,
    title: ({ title }) => `Скрыть «${title}»?`,
    question: () => "Товар не будет показан на складе этой компании. Остаток и списание по заказам не изменятся.",
    done: ({ title }) => `Товар «${title}» скрыт`,
  },
  show: {
    label: "Показать",
    icon: <Eye size={16} aria-hidden />,
    title: ({ title }) => `Показать «${title}»?`,
    question: () => "Товар снова будет на складе этой компании.",
    done: ({ title }) => `Товар «${title}» снова на складе`,
  },
};

const minimumLink = (path: string): RowLink<StockRow> => ({
  label: "Минимум",
  icon: <SlidersHorizontal size={16} aria-hidden />,
  isRare: true,
  href: ({ id }) => `${path}/Stock/${id}/Minimum`,
});

/** List of a company's stock balances (business, section 2). */
export const StockList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}`;
  const reasonNotToAdd = useReasonNotToEditCatalogue({ companyId }, "stock.edit");
  const [title, setTitle] = useQueryText("title");
  const [showsHidden, setShowsHidden] = useQueryText("all");
  const [showsLow, setShowsLow] = useQueryText("low");
  const hasMinima = useHasExtensionFields();
  const [topic, setTopic] = useState<StockRowTopic>();
  const columns = useMemo(() => stockColumns(path, setTopic), [path]);
  const operationsOf = ({ id }: StockRow) => `${path}/StockOperation?stockItem=${id}`;
  const links: readonly RowLink<StockRow>[] = [
    { label: "Движение", icon: <ChartNoAxesColumn size={16} aria-hidden />, href: operationsOf },
    ...(hasMinima ? [minimumLink(path)] : []),
  ];
  return (
    <>
      <DirectoryList
        descriptor={stockDirectory}
        scope={{ companyId }}
        title="Склад"
        add={{ label: "Добавить операцию", href: `${path}/StockOperation/Add` }}
        columns={columns}
        open={operationsOf}
        links={links}
        commands={commands}
        isShown={stockListMatcher({ title, isAll: showsHidden === "1", isLow: showsLow === "1" })}
        module="stock"
        empty={
          <div className="grid justify-items-center gap-3">
            Товаров пока нет. Добавьте первый: что компания покупает и списывает.
            <ActionLink href={`${path}/StockItem/New`} why={reasonNotToAdd}>
              Добавить товар
            </ActionLink>
          </div>
        }
      >
        <TextFilter label="Товар" value={title} onText={setTitle} />
        <TickBox checked={showsHidden === "1"} onChange={({ target }) => setShowsHidden(target.checked ? "1" : "")}>
          Показать скрытые
        </TickBox>
        {hasMinima && (
          <TickBox checked={showsLow === "1"} onChange={({ target }) => setShowsLow(target.checked ? "1" : "")}>
            Заканчивается
          </TickBox>
        )}
        <span className="flex-1" />
        <ScreenLinks
          links={[
            ...(hasMinima ? [{ title: "Что заказать", href: `${path}/Stock/ToOrder` }] : []),
            { title: "Складские операции", href: `${path}/StockOperation` },
            { title: "Товары склада", href: `${path}/StockItem` },
          ]}
        />
      </DirectoryList>
      {topic && <StockRowDialog topic={topic} path={path} onClose={() => setTopic(undefined)} />}
    </>
  );
};
