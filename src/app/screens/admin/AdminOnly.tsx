import type { ReactNode } from "react";
import { useIsAdmin } from "../../services/useIsAdmin.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Link } from "../../ui/Link.tsx";

const TITLE = "Только для администраторов";

const Refused = () => {
  useTitle(TITLE);
  return (
    <section className="mx-auto mt-16 max-w-md text-center">
      <h1>{TITLE}</h1>
      <p className="my-3 text-muted">
        Этот раздел открыт администраторам системы. Если он нужен вам для работы, обратитесь к одному из них.
      </p>
      <Link href="/" className="btn btn-primary">
        На главную
      </Link>
    </section>
  );
};

/** Wrapper that shows its children only to system administrators. Other users see a note that they lack access. */
export const AdminOnly = ({ children }: { children: ReactNode }) => (useIsAdmin() ? children : <Refused />);
