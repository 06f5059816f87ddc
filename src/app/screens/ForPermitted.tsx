import type { ReactNode } from "react";
import { usePermissions } from "../context.ts";
import { lacks } from "../permissionNames.ts";
import { useTitle } from "../useTitle.ts";

const Reason = ({ needs }: { needs: string }) => (
  <p className="text-sm text-muted">
    {lacks(needs)}. Если оно нужно вам для работы, обратитесь к администратору компании.
  </p>
);

interface Needs {
  companyId: number;
  /** The permission without which nothing is shown or asked for. */
  needs: string;
  title: string;
  children: ReactNode;
}

/** A card for who holds a permission; to anybody else it says why it is empty. */
export const CardFor = ({ companyId, needs, title, children }: Needs) =>
  usePermissions(companyId)(needs) ? (
    children
  ) : (
    <section aria-label={title} className="card min-w-0">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <Reason needs={needs} />
    </section>
  );

const Refused = ({ title, needs }: { title: string; needs: string }) => {
  useTitle(title);
  return (
    <>
      <h1 className="mb-3">{title}</h1>
      <div className="card">
        <Reason needs={needs} />
      </div>
    </>
  );
};

/** A screen for who holds a permission; to anybody else it says why it is empty. */
export const ScreenFor = ({ companyId, needs, title, children }: Needs) =>
  usePermissions(companyId)(needs) ? children : <Refused title={title} needs={needs} />;
