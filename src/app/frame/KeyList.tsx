import { useAllCommands } from "../commands.ts";
import { Dialog } from "../ui/Dialog.tsx";

interface Key {
  title: string;
  keys?: string | undefined;
}

const inTables: readonly Key[] = [
  { title: "К строке выше или ниже", keys: "↑ ↓" },
  { title: "Открыть", keys: "Enter" },
  { title: "Отметить заказ для печати", keys: "Space" },
];

const inLines: readonly Key[] = [
  { title: "К строке выше или ниже", keys: "↑ ↓" },
  { title: "Больше, меньше", keys: "+ −" },
  { title: "Добавки и слово повару", keys: "Enter" },
  { title: "Убрать", keys: "Delete" },
];

const Keys = ({ title, keys }: { title: string; keys: readonly Key[] }) => (
  <section className="not-first:mt-4">
    <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
      {keys.map(({ title: what, keys: pressed }) => (
        <div key={`${pressed} ${what}`} className="flex items-center justify-between gap-3">
          <dt>{what}</dt>
          <dd>
            <kbd>{pressed}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

/** The commands that have keys; of several with the same keys the latest, which is the one that they run. */
const useKeys = (): readonly Key[] => {
  const keyed = useAllCommands().filter(({ keys, scope }) => keys && !scope);
  return keyed.filter((command, at) => keyed.findIndex(({ keys }) => keys === command.keys) === at);
};

/** Every key that works on this screen, and those of the rows that have the focus. */
export const KeyList = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Клавиши" onClose={onClose} size="medium">
    <Keys title="На этом экране" keys={useKeys()} />
    <Keys title="В строке таблицы" keys={inTables} />
    <Keys title="В строке заказа, когда он набирается" keys={inLines} />
  </Dialog>
);
