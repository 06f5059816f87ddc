import { formatTime } from "#domain/format.ts";
import { type PrinterRow, printerDirectory } from "#machines/directory/descriptors/printers.ts";
import { DirectoryList } from "../../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../../directory/listParts.ts";
import { editLink, removal } from "../../../directory/rowActions.tsx";
import { useTimeZone } from "../../../services/context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Link } from "../../../ui/Link.tsx";
import { kindNames, paperNames } from "../printTexts.ts";

const columnsFor = (timeZone: string): readonly ListColumn<PrinterRow>[] => [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Печатает", cell: ({ kinds }) => kinds.map((kind) => kindNames[kind].toLowerCase()).join(", ") },
  { head: "Бумага", cell: ({ paper }) => paperNames[paper] },
  {
    head: "На дежурстве",
    cell: ({ duty }) =>
      duty ? (
        <Badge colour="green">
          {duty.userAlias}, с {formatTime(new Date(duty.since), timeZone)}
        </Badge>
      ) : (
        "никого"
      ),
    value: ({ duty }) => duty?.userAlias ?? null,
  },
  { head: "Ждут", cell: ({ waiting }) => waiting || "—", align: "right" },
];

export const PrinterList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Printer`;
  return (
    <DirectoryList
      descriptor={printerDirectory}
      scope={{ companyId }}
      title="Принтеры"
      add={{ label: "Добавить принтер", href: `${path}/New` }}
      columns={columnsFor(useTimeZone(companyId))}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={{
        remove: removal<PrinterRow>("принтер", "Принтер удалён", ({ waiting }) =>
          waiting > 0
            ? `Его ждут задания: ${waiting}. Они перейдут запасному или другому подходящему принтеру.`
            : "Дежурство за ним закончится.",
        ),
      }}
      empty="Принтеров пока нет. Добавьте первый: за ним сможет дежурить браузер в центре печати."
    >
      <Link href={`${path}/Queue`} className="btn btn-plain">
        Очередь печати
      </Link>
      <Link href={`${path}/PrintInfo`} className="btn btn-plain">
        Сведения о печати
      </Link>
    </DirectoryList>
  );
};
