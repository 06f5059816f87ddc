import { useLocation } from "wouter";
import { Dialog } from "../../ui/Dialog.tsx";
import { useAllCommands } from "../commands.ts";
import { findHelp } from "./screenHelp.ts";

interface Key {
  title: string;
  keys?: string | undefined;
}

const tableKeys: readonly Key[] = [
  { title: "К строке выше или ниже", keys: "↑ ↓" },
  { title: "Открыть", keys: "Enter" },
  { title: "Отметить заказ для печати", keys: "Space" },
];

const lineKeys: readonly Key[] = [
  { title: "К строке выше или ниже", keys: "↑ ↓" },
  { title: "Больше, меньше", keys: "+ −" },
  { title: "Добавки и слово повару", keys: "Enter" },
  { title: "Убрать", keys: "Delete" },
];

const KeySection = ({ title, keys }: { title: string; keys: readonly Key[] }) => (
  <section className="not-first:mt-4">
    <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
      {keys.map(({ title: action, keys: shortcut }) => (
        <div key={`${shortcut} ${action}`} className="flex items-center justify-between gap-3">
          <dt>{action}</dt>
          <dd>
            <kbd>{shortcut}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

/**
 * Returns the commands that have a key, except the commands of dialogs. If several commands have the same key, only the
 * command of the latest `useCommands` call is returned.
 */
const useKeys = (): readonly Key[] => {
  const keyed = useAllCommands().filter(({ keys, scope }) => keys && scope !== "dialog");
  return keyed.filter((command, at) => keyed.findIndex(({ keys }) => keys === command.keys) === at);
};

/**
 * Explanation of the current screen, as a list of sentences. Nothing is rendered for a screen without an
 * explanation.
 */
const ScreenHelp = () => {
  const [path] = useLocation();
  const sentences = findHelp(path);
  if (sentences.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-muted">Об этом экране</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
};

/**
 * Dialog that explains the current screen and lists its keyboard shortcuts. It also lists the shortcuts of table rows
 * and of order lines.
 */
export const KeyList = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Справка и клавиши" onClose={onClose} size="medium">
    <ScreenHelp />
    <KeySection title="На этом экране" keys={useKeys()} />
    <KeySection title="В строке таблицы" keys={tableKeys} />
    <KeySection title="В строке заказа, когда он набирается" keys={lineKeys} />
  </Dialog>
);
