import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { CompanyScreen } from "../../routing/companyScreens.ts";
import { Link } from "../../ui/Link.tsx";
import { useMedia } from "../../ui/useMedia.ts";
import { SettingsMenu } from "./SettingsMenu.tsx";

/**
 * Frame around a screen of a company's settings, with the menu of the settings at the left. In windows narrower than
 * 900 px a link to the list of all settings replaces the menu.
 */
export const SettingsFrame = ({
  companyId,
  current,
  isList,
  children,
}: {
  companyId: number;
  current: CompanyScreen;
  isList: boolean;
  children: ReactNode;
}) => {
  const isWide = useMedia("(width >= 900px)");
  return (
    <div className="min-[900px]:-mx-5 min-[900px]:-my-4 min-[900px]:flex">
      {isWide ? (
        <SettingsMenu companyId={companyId} current={current} isList={isList} />
      ) : (
        <Link
          href={`/Company/${companyId}/Operations`}
          className="-ml-1 mb-1 inline-flex items-center gap-1 rounded-md py-1 pr-2 text-sm text-accent hover:bg-accent-weak pointer-coarse:min-h-10"
        >
          <ChevronLeft size={16} aria-hidden />
          Все настройки
        </Link>
      )}
      <div className="min-w-0 flex-1 min-[900px]:px-3 min-[900px]:py-4 min-[1200px]:px-5">{children}</div>
    </div>
  );
};
