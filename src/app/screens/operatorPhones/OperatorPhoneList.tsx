import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { formatPhone } from "#domain/phone.ts";
import { type OperatorPhoneRow, operatorPhoneDirectory } from "#machines/directory/descriptors/operatorPhones.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { RowCommandTexts, TableColumn } from "../../directory/listParts.ts";
import { editLink, removeLabel } from "../../directory/rowActions.tsx";
import { useServices } from "../../services/context.ts";
import { useOneTimeSecret } from "../../shared/useOneTimeSecret.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { colourName } from "../../ui/colourName.ts";
import { useReasonNotToEditSettings } from "../configuration/configurationParts.tsx";
import { TrackerDialog } from "./TrackerDialog.tsx";
import { trackerLink } from "./trackerLink.ts";

const columns: readonly TableColumn<OperatorPhoneRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Номер", cell: ({ number }) => formatPhone(number), narrow: "lead" },
  { head: "Название", cell: ({ name }) => name || "—" },
  { head: "Цвет", cell: ({ color }) => <Badge colour={color}>{colourName(color ?? "")}</Badge> },
  { head: "Токен", cell: ({ token }) => <code title="Целиком токен показан один раз">{token}</code> },
];

const commandsFor = (
  reason: string | undefined,
): Readonly<Record<"resetToken" | "remove", RowCommandTexts<OperatorPhoneRow>>> => ({
  resetToken: {
    label: "Сбросить токен",
    icon: <KeyRound size={16} aria-hidden />,
    why: () => reason,
    title: ({ number }) => `Сбросить токен телефона «${formatPhone(number)}»?`,
    question: () => "О звонках на этот телефон перестанут сообщать, пока в его программе не введут новый токен.",
    done: () => "Токен сброшен",
  },
  remove: {
    ...removeLabel,
    why: () => reason,
    title: ({ number }) => `Удалить телефон «${formatPhone(number)}»?`,
    question: () => "Звонки на него останутся в списке, но новых он сообщать не сможет.",
    done: () => "Телефон удалён",
  },
});

const TokenDialog = () => {
  const token = useOneTimeSecret("phoneToken");
  if (!token) return null;
  return (
    <TrackerDialog
      title={`Токен телефона ${formatPhone(token.holder)}`}
      instructions="Введите токен в программе, которая сообщает о звонках этого телефона: как её настроить, сказано на странице по этому коду. Токен показан только сейчас: потом его можно лишь сбросить."
      link={trackerLink(token.text)}
      label="Токен"
      text={token.text}
      onClose={token.close}
    />
  );
};

const AppDialog = ({ onClose }: { onClose: () => void }) => (
  <TrackerDialog
    title="Подключение телефона"
    instructions="Откройте код камерой телефона оператора: там сказано, как сделать, чтобы он сообщал о входящих звонках, и можно сыграть пробный звонок."
    link={trackerLink()}
    label="Ссылка"
    text={trackerLink()}
    onClose={onClose}
  />
);

/** List of the operator phones of a company. Their calls are reported to the application. */
export const OperatorPhoneList = ({ companyId }: { companyId: number }) => {
  const reason = useReasonNotToEditSettings(companyId);
  const { secrets } = useServices();
  const [descriptor] = useState(() =>
    operatorPhoneDirectory(({ number, token }) => secrets.issue({ kind: "phoneToken", holder: number }, token)),
  );
  const [isAppShown, setAppShown] = useState(false);
  const path = `/Company/${companyId}/OperatorPhone`;
  return (
    <>
      <DirectoryList
        descriptor={descriptor}
        scope={{ companyId }}
        title="Телефоны операторов"
        add={{ label: "Добавить телефон", href: `${path}/New`, why: reason }}
        columns={columns}
        open={({ id }) => `${path}/${id}/Edit`}
        links={[editLink(path, reason)]}
        commands={commandsFor(reason)}
        doubtText="Сервер не ответил как надо: токен мог смениться. Сбросьте его ещё раз, чтобы подключить телефон."
        empty="Телефонов пока нет. Добавьте первый: о звонках на него узнают операторы."
      >
        <Button onClick={() => setAppShown(true)}>
          <Smartphone size={16} aria-hidden />
          Подключить телефон
        </Button>
      </DirectoryList>
      <TokenDialog />
      {isAppShown && <AppDialog onClose={() => setAppShown(false)} />}
    </>
  );
};
