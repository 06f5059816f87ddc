import { ClipboardList } from "lucide-react";
import { useDeferredValue } from "react";
import type { Day } from "#domain/dates.ts";
import { countDays } from "#domain/days.ts";
import { formatDateTime, formatDay } from "#domain/format.ts";
import { type InventoryGroupRow, inventoryGroupDirectory } from "#machines/directory/descriptors/inventoryGroups.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { useTimeZone } from "../../services/context.ts";
import { SearchInput } from "../../shared/SearchInput.tsx";
import { useQueryText } from "../../shared/useQueryText.ts";
import { useToday } from "../../shared/useToday.ts";
import { Badge } from "../../ui/Badge.tsx";
import { daysText, positionsText } from "./inventoryTexts.ts";

/**
 * Day on which the next inventory of a group is due: the date, the badge "Сегодня" on that day, later a badge with
 * the delay, or a dash without a due day. While an inventory of the group is open, a badge with the text "Считают
 * сейчас" is shown instead.
 */
const DueDay = ({ group: { dueOn, openInventoryId }, today }: { group: InventoryGroupRow; today: Day }) => {
  if (openInventoryId !== null) return <Badge colour="blue">Считают сейчас</Badge>;
  if (dueOn === null) return "—";
  if (dueOn > today) return formatDay(dueOn);
  const late = countDays(dueOn, today) - 1;
  return <Badge colour={late > 0 ? "red" : "orange"}>{late > 0 ? `Опоздание ${daysText(late)}` : "Сегодня"}</Badge>;
};

const intervalText = (everyDays: number | null): string => {
  if (everyDays === null) return "Без расписания";
  return everyDays === 1 ? "Каждый день" : `Раз в ${daysText(everyDays)}`;
};

const columnsFor = (timeZone: string, today: Day): readonly ListColumn<InventoryGroupRow>[] => [
  {
    head: "Группа",
    narrow: "lead",
    cell: ({ name, isBlind, itemCount }) => (
      <span className="block wrap-anywhere">
        {name}
        <span className="block text-xs font-normal text-muted">
          {positionsText(itemCount)}
          {isBlind && ", вслепую"}
        </span>
      </span>
    ),
    value: ({ name }) => name,
  },
  {
    head: "Считать",
    cell: (group) => <DueDay group={group} today={today} />,
    value: ({ dueOn }) => (dueOn === null ? null : new Date(dueOn)),
  },
  {
    head: "Как часто",
    cell: ({ everyDays }) => intervalText(everyDays),
  },
  {
    head: "Последний подсчёт",
    cell: ({ lastCountedAt }) => (lastCountedAt === null ? "Ещё не было" : formatDateTime(lastCountedAt, timeZone)),
  },
];

/** List of the groups of stock items that are counted together (areas, section 4). */
export const InventoryGroupList = ({ companyId }: { companyId: number }) => {
  const columns = columnsFor(useTimeZone(companyId), useToday(companyId));
  const [text, setText] = useQueryText("text");
  const wanted = useDeferredValue(text).trim().toLowerCase();
  const company = `/Company/${companyId}`;
  const path = `${company}/InventoryGroup`;
  return (
    <DirectoryList
      descriptor={inventoryGroupDirectory}
      scope={{ companyId }}
      title="Группы инвентаризации"
      add={{ label: "Добавить группу", href: `${path}/New` }}
      isShown={({ name }) => name.toLowerCase().includes(wanted)}
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[
        {
          label: "Начать подсчёт",
          icon: <ClipboardList size={16} aria-hidden />,
          isFor: ({ openInventoryId }) => openInventoryId === null,
          href: ({ id }) => `${company}/Inventory/New?group=${id}`,
          isChange: true,
        },
        {
          label: "Открыть подсчёт",
          icon: <ClipboardList size={16} aria-hidden />,
          isFor: ({ openInventoryId }) => openInventoryId !== null,
          href: ({ openInventoryId }) => `${company}/Inventory/${openInventoryId}`,
        },
        editLink(path),
      ]}
      commands={{
        remove: {
          ...removal<InventoryGroupRow>("группу", "Группа удалена", () => "Проведённые инвентаризации останутся."),
          why: ({ openInventoryId }) => openInventoryId !== null && "Группу сейчас считают",
        },
      }}
      empty="Групп пока нет. Добавьте первую: товары, которые удобно считать вместе, например бар или холодильник."
      module="inventoryGroup"
    >
      <SearchInput label="Поиск группы" placeholder="Название" value={text} onText={setText} className="field w-64" />
    </DirectoryList>
  );
};
