import { Building2, KeyRound, Lock, LockOpen, ShieldOff } from "lucide-react";
import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { type AccountCommand, type AccountRow, allAccountsQuery } from "#machines/directory/descriptors/accounts.ts";
import type { RowCommandTexts, TableColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { useOneTimeSecret, useOneTimeSecrets } from "../../shared/useOneTimeSecret.ts";
import { Badge } from "../../ui/Badge.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { PasswordLinkDialog } from "../accounts/PasswordLinkDialog.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { accountExportColumns } from "./accountExport.ts";
import { FilterSearch } from "./FilterSearch.tsx";

const FILTERS = ["search", "state"];

const states = [
  { value: "", title: "Все" },
  { value: "active", title: "Действующие" },
  { value: "blocked", title: "Заблокированные" },
];

const columnsOf = (timeZone: string): readonly TableColumn<AccountRow>[] => [
  {
    head: "Пользователь",
    narrow: "lead",
    cell: ({ alias, userName, roles, isActive, hasPassword, canCreateCompany }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {alias}
        <span className="text-muted">{userName}</span>
        {roles === "Admin" && <Badge colour="violet">Администратор</Badge>}
        {roles !== "Admin" && canCreateCompany && <Badge colour="teal">Создаёт компании</Badge>}
        {!isActive && <Badge colour="red">Заблокирован</Badge>}
        {isActive && !hasPassword && <Badge colour="yellow">Пароль не задан</Badge>}
      </span>
    ),
  },
  { head: "Компании", cell: ({ companies }) => companies.map(({ name }) => name).join(", ") || "—" },
  {
    head: "Последнее подключение",
    cell: ({ lastConnect }) => (lastConnect ? formatDateTime(lastConnect, timeZone) : "ещё не входил"),
  },
];

const nameOf = ({ alias, userName }: AccountRow): string => `${alias} (${userName})`;

const commandsOf = (ownId: number): Readonly<Record<AccountCommand, RowCommandTexts<AccountRow>>> => ({
  reset: {
    label: "Сбросить пароль",
    icon: <KeyRound size={16} aria-hidden />,
    why: ({ id, isActive }) =>
      id === ownId ? "Свой пароль меняют в профиле" : !isActive && "Сначала разблокируйте пользователя",
    title: (row) => `Сбросить пароль: ${nameOf(row)}?`,
    question: () =>
      "Нынешний пароль перестанет действовать, все сессии пользователя завершатся. Вы получите ссылку, по которой он задаст новый.",
    done: () => "Пароль сброшен",
  },
  resetTwoFactor: {
    label: "Отключить код",
    icon: <ShieldOff size={16} aria-hidden />,
    isRare: true,
    title: (row) => `Отключить вход по коду: ${nameOf(row)}?`,
    question: () =>
      "Для входа хватит одного пароля. Делайте это, если пользователь потерял и телефон, и резервные коды.",
    done: (row) => `Вход по коду отключён: ${nameOf(row)}`,
  },
  allowCompanies: {
    label: "Право на компании",
    icon: <Building2 size={16} aria-hidden />,
    isRare: true,
    title: (row) => `Разрешить создавать компании: ${nameOf(row)}?`,
    question: () => "Пользователь сможет заводить новые компании и станет в них администратором.",
    done: (row) => `Может создавать компании: ${nameOf(row)}`,
  },
  denyCompanies: {
    label: "Право на компании",
    icon: <Building2 size={16} aria-hidden />,
    isRare: true,
    title: (row) => `Запретить создавать компании: ${nameOf(row)}?`,
    question: () => "Новых компаний пользователь не заведёт. Те, что уже есть, останутся.",
    done: (row) => `Больше не создаёт компании: ${nameOf(row)}`,
  },
  block: {
    label: "Заблокировать",
    icon: <Lock size={16} aria-hidden />,
    why: ({ id }) => id === ownId && "Себя заблокировать нельзя",
    title: (row) => `Заблокировать: ${nameOf(row)}?`,
    question: () => "Пользователь не сможет войти, все его сессии завершатся. Его заказы и записи останутся.",
    done: (row) => `Заблокирован: ${nameOf(row)}`,
  },
  unblock: {
    label: "Разблокировать",
    icon: <LockOpen size={16} aria-hidden />,
    title: (row) => `Разблокировать: ${nameOf(row)}?`,
    question: () => "Пользователь снова сможет войти со своим паролем.",
    done: (row) => `Разблокирован: ${nameOf(row)}`,
  },
});

const AccountList = () => {
  const { user } = useServices();
  const secrets = useOneTimeSecrets();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const link = useOneTimeSecret("passwordLink");
  const descriptor = useMemo(
    () => allAccountsQuery((path) => secrets.issue({ kind: "passwordLink", holder: "" }, path)),
    [secrets],
  );
  const commands = useMemo(() => commandsOf(user.id), [user.id]);
  return (
    <>
      <PagedList
        descriptor={descriptor}
        title="Все пользователи"
        filters={FILTERS}
        columns={columnsOf(timeZone)}
        open={({ id }) => `/Account/${id}`}
        links={[]}
        commands={commands}
        empty="Пользователей нет."
      >
        {(filter, change) => (
          <>
            <FilterSearch
              label="Имя пользователя"
              value={filter["search"] ?? ""}
              onText={(text) => change({ search: text })}
            />
            <FilterChips
              label="Состояние"
              options={states}
              value={filter["state"] ?? ""}
              onChoose={(value) => change({ state: value })}
            />
            <span className="flex-1" />
            <PagedExport
              key={timeZone}
              name="Пользователи"
              descriptor={descriptor}
              columns={accountExportColumns(timeZone)}
              filter={filter}
            />
          </>
        )}
      </PagedList>
      {link && <PasswordLinkDialog title="Ссылка для нового пароля" path={link.text} onClose={link.close} />}
    </>
  );
};

/**
 * List of all users of the system (platform, section 2). An administrator can block and unblock users, reset
 * passwords, disable two-factor authentication, and allow or forbid users to create companies.
 */
export const Accounts = () => (
  <AdminOnly>
    <AccountList />
  </AdminOnly>
);
