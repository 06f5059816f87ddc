import { type CompanyLink, companyLinkGroups } from "../../routing/companyLinkGroups.ts";
import { useCompany, usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Link } from "../../ui/Link.tsx";
import { FirstSteps } from "./FirstSteps.tsx";

const Entry = ({ companyId, link: { title, path, needs } }: { companyId: number; link: CompanyLink }) => {
  const hasPermission = usePermissions(companyId);
  if (needs === undefined || hasPermission(needs))
    return (
      <Link
        href={`/Company/${companyId}/${path}`}
        className="block rounded-md px-2 py-1.5 text-accent hover:bg-accent-weak pointer-coarse:py-2.5"
      >
        {title}
      </Link>
    );
  return (
    <span title={missingPermission(needs)} className="block px-2 py-1.5 text-muted pointer-coarse:py-2.5">
      {title}
      <span className="sr-only"> ({missingPermission(needs)})</span>
    </span>
  );
};

/**
 * Operations board: the first steps of a new company, and links to the management screens of a company whose modules
 * are on (platform, section 2).
 */
export const Operations = ({ companyId }: { companyId: number }) => {
  const { name, modulesOff } = useCompany(companyId) ?? {};
  const groups = companyLinkGroups
    .map(({ title, links }) => ({
      title,
      links: links.filter(({ module }) => !module || !modulesOff?.includes(module)),
    }))
    .filter(({ links }) => links.length > 0);
  const title = name ? `Управление: ${name}` : "Управление компанией";
  useTitle(title);
  return (
    <>
      <h1 className="mb-3">{title}</h1>
      <FirstSteps companyId={companyId} />
      <div className="gap-3 sm:columns-2 lg:columns-3 2xl:columns-4">
        {groups.map((group) => (
          <section key={group.title} className="card mb-3 break-inside-avoid">
            <h2 className="mb-1 px-2 text-sm font-semibold text-muted">{group.title}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.path}>
                  <Entry companyId={companyId} link={link} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
};
