import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { formatPhone } from "#domain/phone.ts";
import { colourName } from "#machines/resources/companyPlace.ts";
import { type OperatorPhoneRow, operatorPhones } from "#machines/resources/operatorPhones.ts";
import type { Column, RowCommandWords } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removing } from "../../resource/rowActions.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWhyNotSettings } from "../configuration/configurationParts.tsx";
import { forgetToken, revealToken, trackerLink, useRevealedToken } from "./phoneToken.ts";
import { TrackerDialog } from "./TrackerDialog.tsx";

const columns: readonly Column<OperatorPhoneRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Номер", cell: ({ number }) => formatPhone(number), narrow: "lead" },
  { head: "Название", cell: ({ name }) => name || "—" },
  { head: "Цвет", cell: ({ color }) => <Badge colour={color}>{colourName(color ?? "")}</Badge> },
  { head: "Токен", cell: ({ token }) => <code title="Целиком токен показан один раз">{token}</code> },
];

const commandsFor = (
  whyNot: string | undefined,
): Readonly<Record<"resetToken" | "remove", RowCommandWords<OperatorPhoneRow>>> => ({
  resetToken: {
    label: "Сбросить токен",
    icon: <KeyRound size={16} aria-hidden />,
    why: () => whyNot,
    title: ({ number }) => `Сбросить токен телефона «${formatPhone(number)}»?`,
    question: () => "О звонках на этот телефон перестанут сообщать, пока в его программе не введут новый токен.",
    done: () => "Токен сброшен",
  },
  remove: {
    ...removing,
    why: () => whyNot,
    title: ({ number }) => `Удалить телефон «${formatPhone(number)}»?`,
    question: () => "Звонки на него останутся в списке, но новых он сообщать не сможет.",
    done: () => "Телефон удалён",
  },
});

const TokenOnce = () => {
  const revealed = useRevealedToken();
  if (!revealed) return null;
  return (
    <TrackerDialog
      title={`Токен телефона ${formatPhone(revealed.number)}`}
      words="Введите токен в программе, которая сообщает о звонках этого телефона: как её настроить, сказано на странице по этому коду. Токен показан только сейчас: потом его можно лишь сбросить."
      link={trackerLink(revealed.token)}
      label="Токен"
      text={revealed.token}
      onClose={forgetToken}
    />
  );
};

const AppDialog = ({ onClose }: { onClose: () => void }) => (
  <TrackerDialog
    title="Подключение телефона"
    words="Откройте код камерой телефона оператора: там сказано, как сделать, чтобы он сообщал о входящих звонках, и можно сыграть пробный звонок."
    link={trackerLink()}
    label="Ссылка"
    text={trackerLink()}
    onClose={onClose}
  />
);

/** The phones of operators, whose calls are tracked. */
export const OperatorPhoneList = ({ companyId }: { companyId: number }) => {
  const whyNot = useWhyNotSettings(companyId);
  const [resource] = useState(() => operatorPhones(revealToken));
  const [isAppShown, showApp] = useState(false);
  const path = `/Company/${companyId}/OperatorPhone`;
  return (
    <>
      <ResourceList
        resource={resource}
        scope={{ companyId }}
        title="Телефоны операторов"
        add={{ label: "Добавить телефон", href: `${path}/New`, why: whyNot }}
        columns={columns}
        open={({ id }) => `${path}/${id}/Edit`}
        links={[editLink(path, whyNot)]}
        commands={commandsFor(whyNot)}
        empty="Телефонов пока нет. Добавьте первый: о звонках на него узнают операторы."
      >
        <Button onClick={() => showApp(true)}>
          <Smartphone size={16} aria-hidden />
          Подключить телефон
        </Button>
      </ResourceList>
      <TokenOnce />
      {isAppShown && <AppDialog onClose={() => showApp(false)} />}
    </>
  );
};
