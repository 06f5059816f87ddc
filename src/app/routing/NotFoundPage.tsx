import { useSelector } from "@xstate/react";
import { type ReactNode, Suspense } from "react";
import { useLocation } from "wouter";
import { useServices } from "../services/context.ts";
import { useTitle } from "../shared/useTitle.ts";
import { Link } from "../ui/Link.tsx";
import { Note } from "../ui/Note.tsx";
import { Waiting } from "../ui/Waiting.tsx";
import { companyIdOf } from "./currentCompany.ts";
import { lazyComponent } from "./lazyComponent.ts";

const KeptDrafts = lazyComponent("KeptDrafts", () => import("./KeptDrafts.tsx"));

const Home = lazyComponent("Home", async () => await import("../screens/home/Home.tsx"));

const Page = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => {
  useTitle(title);
  return (
    <section className="mx-auto mt-16 max-w-md text-center">
      <h1>{title}</h1>
      <p className="my-3 text-muted">{text}</p>
      {children}
      <Link href="/" className="btn btn-primary">
        На главную
      </Link>
    </section>
  );
};

const Companies = () => {
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  if (companies.length === 0) return null;
  return (
    <nav aria-label="Открытые заказы компаний" className="card mb-4 text-left">
      <p className="text-sm text-muted">Открытые заказы:</p>
      <ul>
        {companies.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/Company/${id}`} className="block py-1 text-accent wrap-anywhere hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/**
 * Page that is shown instead of a screen of a company to which the user has no access, with the user's unsaved orders
 * of this company and links to the user's companies.
 */
export const CompanyNotFoundPage = () => {
  const [path] = useLocation();
  const companyId = companyIdOf(path);
  return (
    <Page title="Компания не найдена" text="Такой компании нет, или вы в ней не работаете.">
      <Suspense>
        <KeptDrafts key={companyId} companyId={companyId} />
      </Suspense>
      <Companies />
    </Page>
  );
};

/** Home page with the note that the address was not found. It is shown for unknown paths (platform, section 2). */
export const NotFoundPage = () => (
  <>
    <div className="mb-3">
      <Note tone="info">Такой страницы нет: проверьте адрес. Показана главная.</Note>
    </div>
    <Suspense fallback={<Waiting />}>
      <Home />
    </Suspense>
  </>
);
