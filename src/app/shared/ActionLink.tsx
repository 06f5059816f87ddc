import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Link } from "../ui/Link.tsx";

/** Link that looks like a button. If `why` is given, the link is disabled and shows `why` as the reason. */
export const ActionLink = ({
  href,
  kind = "plain",
  why,
  title,
  children,
}: {
  href: string;
  kind?: "primary" | "plain" | "ghost";
  why?: string | false | undefined;
  title?: string;
  children: ReactNode;
}) =>
  why ? (
    <Button kind={kind} why={why}>
      {children}
    </Button>
  ) : (
    <Link href={href} className={`btn btn-${kind}`} title={title}>
      {children}
    </Link>
  );
