import { setPreference, usePreference } from "../../storage/preferences.ts";
import { TickBox } from "../../ui/TickBox.tsx";

const themes = [
  { value: "", title: "Как в системе" },
  { value: "light", title: "Светлая" },
  { value: "dark", title: "Тёмная" },
];

/** Radio buttons for the theme of this browser. */
export const ThemeChoice = () => {
  const chosen = usePreference("theme");
  return (
    <fieldset className="card max-w-3xl">
      <legend className="sr-only">Тема</legend>
      <h2 className="mb-2 text-base font-semibold">Тема</h2>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {themes.map(({ value, title }) => (
          <TickBox
            key={value}
            type="radio"
            name="theme"
            checked={chosen === value}
            onChange={() => setPreference("theme", value)}
          >
            {title}
          </TickBox>
        ))}
      </div>
      <p className="mt-1 text-xs text-muted">Действует в этом браузере.</p>
    </fieldset>
  );
};
