import { type UserViewRow, userViewDirectory } from "#machines/directory/descriptors/userViews.ts";
import { DirectoryList } from "../../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../../directory/listParts.ts";
import { editLink, removal } from "../../../directory/rowActions.tsx";
import { usePermissions } from "../../../services/context.ts";
import { audienceText, pathOfView, screenNames } from "./viewTarget.ts";

const columns: readonly ListColumn<UserViewRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Список", cell: ({ screen }) => screenNames[screen] },
  { head: "Кто видит", cell: audienceText },
];

const NOT_OWN = "Этот вид создал другой сотрудник";

/** List of the saved views of the order lists (areas, section 13). */
export const ViewList = ({ companyId }: { companyId: number }) => {
  const mayShare = usePermissions(companyId)("role.manage");
  const path = `/Company/${companyId}/UserView`;
  return (
    <DirectoryList
      descriptor={userViewDirectory}
      scope={{ companyId }}
      title="Виды списков заказов"
      add={{ label: "Настроить новый вид", href: `/Company/${companyId}` }}
      columns={columns}
      open={(view) => pathOfView(companyId, view)}
      links={[{ ...editLink<UserViewRow>(path), why: ({ isOwn }) => !isOwn && NOT_OWN }]}
      commands={{
        remove: {
          ...removal<UserViewRow>("вид", "Вид удалён", ({ roleName }) =>
            roleName === null ? "Заказы останутся на месте." : `Его не увидит и роль «${roleName}».`,
          ),
          why: ({ isOwn }) => !isOwn && !mayShare && NOT_OWN,
        },
      }}
      empty="Сохранённых видов пока нет. Настройте список заказов и нажмите «Вид», затем «Сохранить вид»."
    />
  );
};
