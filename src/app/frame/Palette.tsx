import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from "@headlessui/react";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { numberedOrders } from "#machines/orders/numberedOrders.ts";
import type { OrderListView, OrderRow } from "#machines/orders/orderList.ts";
import { useAllCommands } from "../commands.ts";
import { usePermissions, useServices, useTimeZone } from "../context.ts";
import { useView } from "../resource/useView.ts";
import { companyLinks, globalLinks } from "./links.ts";

interface Choice {
  title: string;
  hint: string;
  why?: string | undefined;
  run: () => void;
}

const MOST = 12;

const stateOf = ({ isCanceled, isClosed }: OrderRow): string =>
  isCanceled ? "отменён" : isClosed ? "закрыт" : "открытый заказ";

/** Open orders as their list knows them, and what the server tells once for as long as the palette is open. */
const useKnownOrders = (companyId: number) => {
  const list = useServices().orderList(companyId, "open");
  const isAllowed = usePermissions(companyId)("order.view") && companyId > 0;
  // What the list learns later is not a reason to ask anew.
  const views = useMemo((): readonly OrderListView[] => {
    const { at, query } = list.getSnapshot().context;
    if (!isAllowed) return [];
    return at === undefined || query.startDate ? ["summary", "open"] : ["summary"];
  }, [list, isAllowed]);
  const { shown, isBusy } = useView(numberedOrders, { companyId, views });
  const open = useSelector(list, ({ context }) => context.rows);
  const rows = new Map([...open, ...(shown?.answer ?? [])].map((row) => [row.id, row]));
  return { rows: [...rows.values()], isBusy };
};

const useOrders = (companyId: number, text: string, open: (path: string) => void): Choice[] => {
  const number = text.replace(/^№\s*/, "").trim();
  const { rows, isBusy } = useKnownOrders(companyId);
  const timeZone = useTimeZone(companyId);
  if (!companyId || !/^\d+$/.test(number)) return [];
  const known = rows
    .filter(({ internalId, id }) => String(internalId) === number || String(id) === number)
    .sort((one, other) => other.id - one.id)
    .map((row) => ({
      title: `Заказ № ${row.internalId}`,
      hint: `${stateOf(row)} на ${formatDateTime(row.date, timeZone)}, id ${row.id}`,
      run: () => open(`/Order/${row.id}`),
    }));
  // Until the numbers are known, Enter must not open the order that has this number as its id.
  if (isBusy) return known.length ? known : [{ title: `Ищем заказ № ${number}`, hint: "", why: "подождите", run() {} }];
  return [...known, { title: `Заказ с id ${number}`, hint: "по номеру id", run: () => open(`/Order/${number}`) }];
};

const useChoices = (companyId: number, text: string): Choice[] => {
  const [, navigate] = useLocation();
  const open = (path: string) => navigate(`/Company/${companyId}${path}`);
  const orders = useOrders(companyId, text, open);
  const commands = useAllCommands()
    .filter(({ scope, keys }) => !scope && keys !== "Ctrl+K")
    .map(({ title, keys, why, run }): Choice => ({ title, hint: keys ?? "", why, run }));
  const screens = [...companyLinks(companyId), ...globalLinks].map(
    ({ title, href }): Choice => ({ title, hint: "экран", run: () => navigate(href) }),
  );
  const wanted = text.trim().toLowerCase();
  const seen = new Set<string>();
  const found = [...commands, ...screens].filter(
    ({ title }) => title.toLowerCase().includes(wanted) && !seen.has(title) && seen.add(title),
  );
  return [...orders, ...found].slice(0, MOST);
};

/** The command palette: orders by number, screens, and what the screen accepts at this moment. */
export const Palette = ({
  companyId,
  text,
  onText,
  onClose,
}: {
  companyId: number;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}) => {
  const choices = useChoices(companyId, text);
  const choose = (choice: Choice | null) => {
    if (!choice || choice.why) return;
    onClose();
    // The dialog gives the focus back before the command moves it.
    setTimeout(choice.run);
  };
  return (
    <Dialog open onClose={onClose} className="relative z-40" aria-label="Найти заказ, экран, команду">
      <DialogBackdrop className="fixed inset-0 bg-backdrop" />
      <div className="fixed inset-0 flex items-start justify-center p-4 pt-[12vh]">
        <DialogPanel className="w-full max-w-xl overflow-hidden rounded-lg border border-line bg-raised shadow-float">
          <Combobox immediate value={null} onChange={choose}>
            <ComboboxInput
              autoFocus
              aria-label="Найти заказ, экран, команду"
              placeholder="Номер заказа, экран или команда"
              autoComplete="off"
              className="w-full border-b border-line bg-raised px-4 py-3 text-lg outline-none"
              displayValue={() => text}
              onChange={(event) => onText(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && onClose()}
            />
            <ComboboxOptions static className="max-h-[50vh] overflow-y-auto p-1 empty:hidden">
              {choices.map((choice) => (
                <ComboboxOption
                  key={choice.title + choice.hint}
                  value={choice}
                  disabled={Boolean(choice.why)}
                  title={choice.why}
                  className="flex items-center gap-3 rounded-md px-3 py-2 data-disabled:text-muted data-focus:bg-accent-weak data-focus:text-accent"
                >
                  <span className="flex-1">{choice.title}</span>
                  <span className="text-xs text-muted">{choice.why ?? choice.hint}</span>
                </ComboboxOption>
              ))}
            </ComboboxOptions>
            {choices.length === 0 && (
              <p role="status" className="px-4 pt-1 pb-3 text-muted">
                Ничего не найдено.
              </p>
            )}
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  );
};
