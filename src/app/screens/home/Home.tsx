import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { useServices } from "../../services/context.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { noCompaniesText, useCanCreateCompany } from "../companies/useCanCreateCompany.ts";
import { CompanyCard } from "./CompanyCard.tsx";

const Invitations = lazyComponent("Invitations", () => import("./Invitations.tsx"));

/** Home page with a card for each of the user's companies (platform, section 2). */
export const Home = () => {
  const { shell } = useServices();
  const companies = useSelector(shell, ({ context }) => context.companies);
  const isLoaded = useSelector(shell, (state) => state.hasTag("known"));
  const isFailed = useSelector(shell, (state) => state.hasTag("failed"));
  const canCreateCompany = useCanCreateCompany();
  useTitle("Мои компании");
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <h1>Мои компании</h1>
        <span className="flex-1" />
        {canCreateCompany && (
          <Link href="/Company/New" className="btn btn-plain">
            Добавить компанию
          </Link>
        )}
      </header>
      <Suspense>
        <Invitations />
      </Suspense>
      {isFailed && <ErrorBox message="Не удалось загрузить компании. Пробуем ещё раз." />}
      {!isLoaded && !isFailed && <Spinner />}
      {isLoaded && companies.length === 0 && <p className="text-muted">{noCompaniesText(canCreateCompany)}</p>}
      <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
        {companies.map((company) => (
          <CompanyCard key={company.id} company={company} />
        ))}
      </ul>
    </>
  );
};
