import { useAllCommands } from "../commands.ts";
import { Dialog } from "../ui/Dialog.tsx";

/** Every key that works on this screen. */
export const KeyList = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Клавиши" onClose={onClose} size="medium">
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
      {useAllCommands()
        .filter(({ keys, scope }) => keys && !scope)
        .map(({ title, keys }) => (
          <div key={`${keys} ${title}`} className="flex items-center justify-between gap-3">
            <dt>{title}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
    </dl>
  </Dialog>
);
