import { useServices } from "../../services/context.ts";
import { setPreference } from "../../storage/preferences.ts";
import type { PaletteEntry } from "./paletteEntry.ts";

/** Returns the commands for the colour theme and for signing out, with the words by which the user may look for them. */
export const usePageCommands = (): readonly (PaletteEntry & { readonly words: string })[] => {
  const { signOut } = useServices();
  const theme = (value: string) => () => setPreference("theme", value);
  return [
    { title: "Тёмная тема", words: "тёмный темный ночной режим", hint: "тема", run: theme("dark") },
    { title: "Светлая тема", words: "светлый дневной режим", hint: "тема", run: theme("light") },
    { title: "Тема как в системе", words: "авто", hint: "тема", run: theme("") },
    { title: "Выйти", words: "выход сменить пользователя", hint: "", run: signOut },
  ];
};
