import type { ReactNode } from "react";
import type { Schemas } from "#api/client.ts";
import { Link } from "../../ui/Link.tsx";
import { Thumbnail } from "../../ui/Thumbnail.tsx";
import { companyLinks, workPath } from "./companyLinks.ts";

/** Card of a company on the home page with its figures and links (platform, section 2). */
export const CompanyCard = ({ company, figures }: { company: Schemas["Company"]; figures: ReactNode }) => {
  const { id, name, logoUrl } = company;
  const path = `/Company/${id}`;
  return (
    <li className="card flex flex-col gap-3">
      <h2 className="flex items-center gap-2.5 text-base font-semibold">
        {logoUrl && <Thumbnail src={logoUrl} size={32} className="size-8 rounded object-contain" />}
        <Link href={workPath(company)} className="min-w-0 wrap-anywhere hover:text-accent">
          {name}
        </Link>
      </h2>
      {figures}
      <div className="mt-auto flex flex-wrap gap-2">
        {companyLinks(company).map((link, index) => (
          <Link
            key={link.path}
            href={`${path}${link.path}`}
            className={index === 0 ? "btn btn-primary" : "btn btn-plain"}
          >
            {link.title}
          </Link>
        ))}
        <Link href={`${path}/Operations`} className="btn btn-plain">
          Управление
        </Link>
      </div>
    </li>
  );
};
