import { KeyRound, QrCode, Smartphone } from "lucide-react";
import { useState } from "react";
import { colourName } from "#domain/colourName.ts";
import { formatPhone } from "#domain/phone.ts";
import {
  type OperatorPhoneCommand,
  type OperatorPhoneRow,
  operatorPhoneDirectory,
} from "#machines/directory/descriptors/operatorPhones.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn, RowCommandTexts } from "../../directory/listParts.ts";
import { editLink, removeLabel } from "../../directory/rowActions.tsx";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { useOneTimeSecret, useOneTimeSecrets } from "../../shared/useOneTimeSecret.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyDialog } from "../../ui/CopyDialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { TrackerDialog } from "./TrackerDialog.tsx";
import { trackerLink } from "./trackerLink.ts";

const columns: readonly ListColumn<OperatorPhoneRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Номер", cell: ({ number }) => formatPhone(number), narrow: "lead" },
  { head: "Название", cell: ({ name }) => name || "—" },
  {
    head: "Цвет",
    cell: ({ color }) => <Badge colour={color}>{colourName(color ?? "")}</Badge>,
    value: ({ color }) => colourName(color ?? ""),
  },
  {
    head: "Токен",
    cell: ({ token }) => <code title="Целиком токен показан один раз">{token}</code>,
    value: ({ token }) => token,
  },
];

const commandsFor = (canLink: boolean): Readonly<Record<OperatorPhoneCommand, RowCommandTexts<OperatorPhoneRow>>> => ({
  link: {
    label: "Подключить приложение",
    icon: <QrCode size={16} aria-hidden />,
    isRare: true,
    isOffered: canLink,
    title: ({ number }) => `Подключить приложение к телефону «${formatPhone(number)}»?`,
    question: () =>
      "Появится код одноразовой ссылки: он действует 15 минут. Если к этому телефону уже подключено другое приложение, оно перестанет сообщать о звонках.",
    done: () => "Ссылка создана",
  },
  resetToken: {
    label: "Сбросить токен",
    icon: <KeyRound size={16} aria-hidden />,
    isRare: true,
    title: ({ number }) => `Сбросить токен телефона «${formatPhone(number)}»?`,
    question: () => "О звонках на этот телефон перестанут сообщать, пока в его программе не введут новый токен.",
    done: () => "Токен сброшен",
  },
  remove: {
    ...removeLabel,
    title: ({ number }) => `Удалить телефон «${formatPhone(number)}»?`,
    question: () => "Звонки на него останутся в списке, но новых он сообщать не сможет.",
    done: () => "Телефон удалён",
  },
});

const TokenDialog = () => {
  const token = useOneTimeSecret("phoneToken");
  if (!token) return null;
  return (
    <CopyDialog
      title={`Токен телефона ${formatPhone(token.holder)}`}
      label="Токен"
      text={token.text}
      onClose={token.close}
    >
      <p className="mb-3">
        Введите токен в программе телефона или АТС, которая сообщает о звонках. Токен показан только сейчас: потом его
        можно лишь сбросить. Приложению телефона токен не нужен: выберите в меню его строки «Подключить приложение».
      </p>
    </CopyDialog>
  );
};

const LinkDialog = () => {
  const link = useOneTimeSecret("trackerLink");
  if (!link) return null;
  return (
    <TrackerDialog
      title={`Приложение телефона ${formatPhone(link.holder)}`}
      instructions="Откройте код камерой этого телефона: вход в систему не нужен. Ссылка сработает один раз, в течение 15 минут."
      link={trackerLink(link.text)}
      onClose={link.close}
    />
  );
};

const AppDialog = ({ onClose }: { onClose: () => void }) => (
  <TrackerDialog
    title="Приложение телефона"
    instructions={
      <>
        Откройте код камерой телефона оператора и установите приложение. Подключает его пункт «Подключить приложение» в
        меню строки телефона.{" "}
        <Link href="/PhoneTracker" className="text-accent underline">
          Как подключить АТС
        </Link>
      </>
    }
    link={trackerLink()}
    onClose={onClose}
  />
);

/** List of a company's operator phones. The calls of these phones are reported to the application. */
export const OperatorPhoneList = ({ companyId }: { companyId: number }) => {
  const secrets = useOneTimeSecrets();
  const [descriptor] = useState(() =>
    operatorPhoneDirectory(
      ({ number, token }) => secrets.issue({ kind: "phoneToken", holder: number }, token),
      ({ number, code }) => secrets.issue({ kind: "trackerLink", holder: number }, code),
    ),
  );
  const [isAppShown, setAppShown] = useState(false);
  const canLink = useIsOffered("POST /api/OperatorPhone/{id}/Company/{companyId}/Link");
  const path = `/Company/${companyId}/OperatorPhone`;
  return (
    <>
      <DirectoryList
        descriptor={descriptor}
        scope={{ companyId }}
        title="Телефоны операторов"
        add={{ label: "Добавить телефон", href: `${path}/New` }}
        columns={columns}
        open={({ id }) => `${path}/${id}/Edit`}
        links={[editLink(path)]}
        commands={commandsFor(canLink)}
        doubtText="Сервер не ответил как надо: токен мог смениться. Сбросьте его ещё раз, чтобы подключить телефон."
        empty="Телефонов пока нет. Добавьте первый: о звонках на него узнают операторы."
      >
        <Button onClick={() => setAppShown(true)}>
          <Smartphone size={16} aria-hidden />
          Приложение телефона
        </Button>
      </DirectoryList>
      <TokenDialog />
      <LinkDialog />
      {isAppShown && <AppDialog onClose={() => setAppShown(false)} />}
    </>
  );
};
