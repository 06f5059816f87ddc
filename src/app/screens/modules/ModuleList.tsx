import { Power, PowerOff } from "lucide-react";
import { type ModuleRow, moduleDirectory } from "#machines/directory/descriptors/modules.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn, RowCommandTexts } from "../../directory/listParts.ts";
import { editLabel } from "../../directory/rowActions.tsx";
import { useServices } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";

const columns: readonly ListColumn<ModuleRow>[] = [
  {
    head: "Модуль",
    cell: ({ title }) => <span className="font-semibold">{title}</span>,
    value: ({ title }) => title,
    narrow: "lead",
  },
  {
    head: "Состояние",
    cell: ({ isOn }) => <Badge colour={isOn ? "green" : "grey"}>{isOn ? "включён" : "выключен"}</Badge>,
    value: ({ isOn }) => (isOn ? "включён" : "выключен"),
    narrow: "lead",
  },
  {
    head: "Что даёт",
    cell: ({ description }) => <span className="whitespace-normal">{description}</span>,
    value: ({ description }) => description,
  },
];

/** List of a company's modules. A module without blockers can be switched on and off (areas, section 11). */
export const ModuleList = ({ companyId }: { companyId: number }) => {
  const { shell } = useServices();
  const onDone = () => shell.send({ type: "shell.reload" });
  const why = ({ blockers }: ModuleRow) => blockers.length > 0 && blockers.join(" ");
  const path = `/Company/${companyId}/ModuleConfiguration`;
  const commands: Record<"enable" | "disable", RowCommandTexts<ModuleRow>> = {
    enable: {
      label: "Включить",
      icon: <Power size={16} aria-hidden />,
      why,
      title: ({ title }) => `Включить модуль «${title}»?`,
      question: () => "Его разделы снова появятся в меню.",
      done: ({ title }) => `Модуль «${title}» включён`,
      onDone,
    },
    disable: {
      label: "Выключить",
      icon: <PowerOff size={16} aria-hidden />,
      why,
      title: ({ title }) => `Выключить модуль «${title}»?`,
      question: () => "Его разделы исчезнут из меню. Данные останутся: их можно смотреть, но не менять.",
      done: ({ title }) => `Модуль «${title}» выключен`,
      onDone,
    },
  };
  return (
    <DirectoryList
      descriptor={moduleDirectory}
      scope={{ companyId }}
      title="Модули"
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[{ ...editLabel, label: "Настроить", isRare: false, href: ({ id }) => `${path}/${id}/Edit` }]}
      commands={commands}
      empty="Модулей нет."
    />
  );
};
