import { useSelector } from "@xstate/react";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { homeFiguresActors } from "#machines/shell/homeFigures.actors.ts";
import { homeFiguresMachine } from "#machines/shell/homeFigures.machine.ts";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { useServices } from "../../services/context.ts";
import { takeSignInMark } from "../../session/signInMark.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { noCompaniesText, useCanCreateCompany } from "../companies/useCanCreateCompany.ts";
import { CompanyCard } from "./CompanyCard.tsx";
import { workPath } from "./companyLinks.ts";
import { CardFigures, CompanyTotals } from "./Figures.tsx";

const Invitations = lazyComponent("Invitations", () => import("./Invitations.tsx"));

interface CompaniesProps {
  readonly companies: readonly Schemas["Company"][];
  /** Companies for which figures are shown. The user may see the orders of these companies. */
  readonly counted: readonly Schemas["Company"][];
}

const Companies = ({ companies, counted }: CompaniesProps) => {
  const { api, environment, now } = useServices();
  const home = useProvidedActor(homeFiguresMachine, () => homeFiguresActors({ api, environment, now }), {
    companyIds: counted.map(({ id }) => id),
  });
  const figures = useSelector(home, ({ context }) => context.figures);
  return (
    <>
      {counted.length > 1 && <CompanyTotals companies={counted.map(({ id }) => figures[id])} />}
      <ul className="grid gap-3 md:grid-cols-2 2xl:grid-cols-3">
        {companies.map((company) => (
          <CompanyCard
            key={company.id}
            company={company}
            figures={
              counted.includes(company) && (
                <CardFigures
                  companyId={company.id}
                  figures={figures[company.id]}
                  onRefresh={() => home.send({ type: "company.refresh", companyId: company.id })}
                />
              )
            }
          />
        ))}
      </ul>
    </>
  );
};

/**
 * Home page with a card for each of the user's companies (platform, section 2). After a sign-in, a user who belongs to
 * only one company is redirected to the screen of their main work there.
 */
export const Home = () => {
  const [isSignedIn] = useState(takeSignInMark);
  const { shell } = useServices();
  const companies = useSelector(shell, ({ context }) => context.companies);
  const isLoaded = useSelector(shell, (state) => state.hasTag("known"));
  const isFailed = useSelector(shell, (state) => state.hasTag("failed"));
  const canCreateCompany = useCanCreateCompany();
  const counted = companies.filter(({ permissions }) => isPermitted(permissions, "order.view"));
  useTitle("Мои компании");
  const [, navigate] = useLocation();
  const [only, second] = companies;
  const work = isSignedIn && isLoaded && only && !second ? workPath(only) : undefined;
  useEffect(() => {
    if (work) navigate(work, { replace: true });
  }, [work, navigate]);
  if (work) return <Spinner />;
  return (
    <>
      <header className="mb-3 flex min-h-8 flex-wrap items-center gap-3 pointer-coarse:min-h-10">
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
      {isLoaded && <Companies key={counted.map(({ id }) => id).join()} companies={companies} counted={counted} />}
    </>
  );
};
