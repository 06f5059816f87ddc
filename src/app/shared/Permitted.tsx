import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { usePermissions } from "../services/context.ts";
import { useTitle } from "./useTitle.ts";

// Most users have the permission, so the titles of all permissions are loaded on demand.
const MissingPermission = lazyComponent("MissingPermission", () => import("./MissingPermission.tsx"));

const Reason = ({ needs }: { needs: string }) => (
  <Suspense>
    <MissingPermission needs={needs} />
  </Suspense>
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
