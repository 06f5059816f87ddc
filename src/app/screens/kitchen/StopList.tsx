import { Check } from "lucide-react";
import { formatDateTime } from "#domain/format.ts";
import { type ItemStopRow, itemStopDirectory } from "#machines/directory/descriptors/itemStops.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink } from "../../directory/rowActions.tsx";
import { useTimeZone } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";

const columnsFor = (timeZone: string): readonly ListColumn<ItemStopRow>[] => [
  { head: "Блюдо", cell: ({ itemName }) => itemName, narrow: "lead" },
  {
    head: "Осталось",
    cell: ({ remaining }) =>
      remaining === null || remaining === 0 ? <Badge colour="red">нет</Badge> : `${remaining} порц.`,
    value: ({ remaining }) => remaining ?? 0,
  },
  { head: "До", cell: ({ until }) => (until === null ? "пока не снимут" : formatDateTime(until, timeZone)) },
  { head: "Причина", cell: ({ reason }) => reason ?? "—" },
  {
    head: "Поставлено",
    cell: ({ at, userAlias }) => (
      <>
        {formatDateTime(at, timeZone)} <span className="text-xs text-muted">{userAlias}</span>
      </>
    ),
    value: ({ at, userAlias }) => `${formatDateTime(at, timeZone)} ${userAlias}`,
  },
];

/**
 * Stop list of a company: dishes that cannot be ordered, or can be ordered only in a limited number (areas, section 7).
 */
export const StopList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Kitchen/Stop`;
  return (
    <DirectoryList
      descriptor={itemStopDirectory}
      scope={{ companyId }}
      title="Стоп-лист"
      add={{ label: "Поставить в стоп", href: `${path}/New` }}
      columns={columnsFor(useTimeZone(companyId))}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={{
        remove: {
          label: "Снять со стопа",
          icon: <Check size={16} aria-hidden />,
          title: () => "Снять со стопа?",
          question: ({ itemName }) => `«${itemName}» снова можно будет заказать без ограничений.`,
          done: () => "Блюдо снова продаётся",
        },
      }}
      empty="Стоп-лист пуст: все блюда меню можно заказать."
    />
  );
};
