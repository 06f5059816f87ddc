import { useSelector } from "@xstate/react";
import { FolderOpen, Settings } from "lucide-react";
import { useEffect, useState } from "react";
import { type CompanyRow, companyDirectory } from "#machines/directory/descriptors/companies.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import { editLabel, removeLabel } from "../../directory/rowActions.tsx";
import { useServices } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { Note } from "../../ui/Note.tsx";
import { forgetAddedCompany, readAddedCompany } from "./addedCompany.ts";
import { noCompaniesText, useCanCreateCompany } from "./useCanCreateCompany.ts";

/**
 * Note after the creation of a company, with a link to the checklist of its first steps. Hidden if the server has
 * no such checklist.
 */
const AddedNote = ({ id }: { id: number }) => {
  const isOffered = useIsOffered("GET /api/Company/{companyId}/FirstSteps");
  if (!isOffered) return null;
  return (
    <div className="mb-3">
      <Note tone="info">
        <span className="min-w-0 flex-1">Компания добавлена. До первого заказа — несколько шагов.</span>
        <Link href={`/Company/${id}/Operations`} className="btn btn-primary">
          Первые шаги
        </Link>
      </Note>
    </div>
  );
};

/** List of the user's companies, titled 'Все компании' (platform, section 2). */
export const CompanyList = () => {
  const { shell } = useServices();
  const ownCompanies = useSelector(shell, ({ context }) => context.companies);
  const canCreateCompany = useCanCreateCompany();
  const [descriptor] = useState(() => companyDirectory(() => shell.send({ type: "shell.reload" })));
  const [addedId] = useState(readAddedCompany);
  // The screens of a company can be opened only when the loaded list of the user's companies contains the company.
  const isAddedOpen = ownCompanies.some(({ id }) => id === addedId);
  // The cleanup of the effect clears the stored id of the added company when the user leaves the list. The id is not
  // cleared during a render, because React may discard the render and repeat it without the id.
  useEffect(() => forgetAddedCompany, []);
  const reasonNotToEdit = ({ id }: CompanyRow) => {
    const permissions = ownCompanies.find((company) => company.id === id)?.permissions;
    return permissions !== undefined && !permissions["company.edit"] && missingPermission("company.edit");
  };
  return (
    <>
      {addedId !== undefined && isAddedOpen && <AddedNote id={addedId} />}
      <DirectoryList
        descriptor={descriptor}
        scope={undefined}
        title="Все компании"
        {...(canCreateCompany && { add: { label: "Добавить компанию", href: "/Company/New" } })}
        columns={[
          { head: "Id", cell: ({ id }) => id },
          { head: "Название", cell: ({ name }) => name, narrow: "lead" },
          {
            head: "Активность",
            cell: ({ isActive }) => (
              <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Активна" : "Не активна"}</Badge>
            ),
            value: ({ isActive }) => (isActive ? "Активна" : "Не активна"),
          },
          { head: "Главный пользователь", cell: ({ userName }) => userName ?? "—" },
        ]}
        open={({ id }) => `/Company/${id}`}
        links={[
          {
            label: "Управление",
            icon: <Settings size={16} aria-hidden />,
            href: ({ id }) => `/Company/${id}/Operations`,
          },
          {
            label: "Открыть",
            icon: <FolderOpen size={16} aria-hidden />,
            isRare: true,
            href: ({ id }) => `/Company/${id}`,
          },
          {
            ...editLabel,
            href: ({ id }) => `/Company/${id}/Edit`,
            why: reasonNotToEdit,
          },
        ]}
        commands={{
          remove: {
            ...removeLabel,
            title: ({ id }) => `Удалить компанию № ${id}?`,
            question: ({ name }) =>
              `Уверены, что хотите удалить компанию «${name}»? Открыть её больше не сможет никто; её заказы и оплаты останутся в учёте.`,
            done: ({ name }) => `Компания «${name}» удалена`,
            why: reasonNotToEdit,
          },
        }}
        empty={noCompaniesText(canCreateCompany)}
      />
    </>
  );
};
