import { Ellipsis } from "lucide-react";
import { PopupMenu } from "../ui/PopupMenu.tsx";
import { useMedia } from "../ui/useMedia.ts";
import { ActionLink } from "./ActionLink.tsx";

/** Link from a screen to a related screen. `why` is the reason why the link is disabled. */
export interface ScreenLink {
  readonly title: string;
  readonly href: string;
  readonly why?: string | undefined;
}

/** Links to related screens. On phones, where the links would take several lines, they are a menu. */
export const ScreenLinks = ({ links }: { links: readonly ScreenLink[] }) => {
  const isPhone = useMedia("(width <= 700px)");
  if (isPhone)
    return (
      <PopupMenu
        className="btn btn-plain"
        label="Другие разделы"
        trigger={<Ellipsis size={16} aria-hidden />}
        entries={links}
      />
    );
  return links.map(({ title, href, why }) => (
    <ActionLink key={href} href={href} why={why}>
      {title}
    </ActionLink>
  ));
};
