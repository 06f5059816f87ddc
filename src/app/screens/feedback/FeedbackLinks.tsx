import { useSelector } from "@xstate/react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { useServices } from "../../services/context.ts";
import { Link } from "../../ui/Link.tsx";

/**
 * Returns the companies for which the user may read the reviews of guests, and in which the module `feedback` is
 * on.
 */
export const useReviewedCompanies = (): readonly Schemas["Company"][] =>
  useSelector(useServices().shell, ({ context }) => context.companies).filter(
    ({ permissions, modulesOff }) => (permissions?.["feedback.answer"] ?? 0) > 0 && !modulesOff?.includes("feedback"),
  );

/**
 * Links to the questions, to the frequently asked questions, and to the reviews of guests. The link to the reviews is
 * shown only if the user may read the reviews of a company.
 */
export const FeedbackLinks = () => {
  const [path] = useLocation();
  const hasReviews = useReviewedCompanies().length > 0;
  const links = [
    { title: "Вопросы", href: "/Feedback" },
    { title: "Частые вопросы", href: "/Feedback/Faq" },
    ...(hasReviews ? [{ title: "Отзывы гостей", href: "/Feedback/Guest" }] : []),
  ];
  return (
    <nav aria-label="Центр вопросов" className="flex flex-wrap gap-2">
      {links.map(({ title, href }) => (
        <Link
          key={href}
          href={href}
          aria-current={path.toLowerCase() === href.toLowerCase() ? "page" : undefined}
          className="chip aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
};
