import type { ReactNode } from "react";
import { usePermissions } from "../services/context.ts";
import { missingPermission } from "../services/permissionReasons.ts";
import { useTitle } from "./useTitle.ts";

const Reason = ({ needs }: { needs: string }) => (
  <p className="text-sm text-muted">
    {missingPermission(needs)}. Если оно нужно вам для работы, обратитесь к администратору компании.
  </p>
);

interface PermittedProps {
  companyId: number;
  /**
   * Permission that the content requires. Without this permission the content is not rendered, so its data are not
   * read.
   */
  needs: string;
  title: string;
  children: ReactNode;
}

/** Card that requires a permission. If the user lacks the permission, the reason replaces the content. */
export const PermittedCard = ({ companyId, needs, title, children }: PermittedProps) =>
  usePermissions(companyId)(needs) ? (
    children
  ) : (
    <section aria-label={title} className="card min-w-0">
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
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

/** Screen that requires a permission. If the user lacks the permission, the reason replaces the content. */
export const PermittedScreen = ({ companyId, needs, title, children }: PermittedProps) =>
  usePermissions(companyId)(needs) ? children : <Refused title={title} needs={needs} />;
