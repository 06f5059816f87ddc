import { useLocation } from "wouter";
import type { CompanyScreen } from "../../routing/companyScreens.ts";
import { SearchInput } from "../../shared/SearchInput.tsx";

/** Search field of the settings. Enter opens the first screen found, Esc clears the field. */
export const ScreenSearch = ({
  companyId,
  text,
  onText,
  found,
}: {
  companyId: number;
  text: string;
  onText: (text: string) => void;
  /** First screen that matches the text. */
  found: CompanyScreen | undefined;
}) => {
  const [, navigate] = useLocation();
  return (
    <SearchInput
      label="Найти настройку"
      placeholder="Найти настройку"
      className="field w-full"
      value={text}
      onText={onText}
      onKeyDown={({ key }) => {
        if (key === "Escape") onText("");
        if (key === "Enter" && text.trim() && found) navigate(`/Company/${companyId}/${found.path}`);
      }}
    />
  );
};
