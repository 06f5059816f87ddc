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
import { matchText } from "#domain/matchText.ts";
import { numberedOrdersQuery } from "#machines/orders/list/numberedOrders.ts";
import type { OrderListView, OrderRow } from "#machines/orders/list/orderList.ts";
import { matchScreen } from "../../frame/settings/matchScreen.ts";
import { permittedGlobalLinks, permittedSidebarLinks } from "../../frame/sidebarLinks.ts";
import { type CompanyScreen, companyScreens, isScreenListed } from "../../routing/companyScreens.ts";
import { useCompany, usePermissions, useServices, useTimeZone } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useAllCommands } from "../commands.ts";
import type { PaletteEntry } from "./paletteEntry.ts";
import { useDocuments } from "./useDocuments.ts";
import { usePageCommands } from "./usePageCommands.ts";
import { useRecords } from "./useRecords.ts";

const MAX_ENTRIES = 12;

const describeState = ({ isCanceled, isClosed }: OrderRow): string =>
  isCanceled ? "отменён" : isClosed ? "закрыт" : "открытый заказ";

/** Returns the orders that the palette finds by number: all open orders, and today's closed and cancelled orders. */
const useNumberedOrders = (companyId: number) => {
  const list = useServices().orderList(companyId, "open");
  const isAllowed = usePermissions(companyId)("order.view") && companyId > 0;
  // The views are not computed again when the order list changes. Otherwise each refresh of the list would start the
  // query again.
  const views = useMemo((): readonly OrderListView[] => {
    const { at, query } = list.getSnapshot().context;
    if (!isAllowed) return [];
    return at === undefined || query.startDate ? ["summary", "open"] : ["summary"];
  }, [list, isAllowed]);
  const { shown, isBusy } = useQuery(numberedOrdersQuery, { companyId, views });
  const open = useSelector(list, ({ context }) => context.rows);
  const rows = new Map([...open, ...(shown?.answer ?? [])].map((row) => [row.id, row]));
  return { rows: [...rows.values()], isBusy };
};

const useOrders = (companyId: number, text: string, open: (path: string) => void): PaletteEntry[] => {
  const number = text.replace(/^№\s*/, "").trim();
  const { rows, isBusy } = useNumberedOrders(companyId);
  const timeZone = useTimeZone(companyId);
  if (!companyId || !/^\d{1,9}$/.test(number)) return [];
  const matches = rows
    .filter(({ internalId, id }) => String(internalId) === number || String(id) === number)
    .sort((left, right) => right.id - left.id)
    .map((row) => ({
      title: `Заказ № ${row.internalId}`,
      hint: `${describeState(row)} на ${formatDateTime(row.date, timeZone)}, id ${row.id}`,
      run: () => open(`/Order/${row.id}`),
    }));
  // A typed number may be the number of an order that is still loading. The order with the typed number as its id is
  // therefore offered only after all orders are loaded, so that Enter does not open the wrong order.
  if (isBusy)
    return matches.length ? matches : [{ title: `Ищем заказ № ${number}`, hint: "", why: "подождите", run() {} }];
  return [...matches, { title: `Заказ с id ${number}`, hint: "по номеру id", run: () => open(`/Order/${number}`) }];
};

const useEntries = (companyId: number, text: string): PaletteEntry[] => {
  const [, navigate] = useLocation();
  const open = (path: string) => navigate(`/Company/${companyId}${path}`);
  const orders = useOrders(companyId, text, open);
  const records = useRecords(companyId, text, open);
  const documents = useDocuments(companyId, text, open);
  const commands = useAllCommands()
    .filter(({ scope, keys }) => scope !== "dialog" && keys !== "Ctrl+K")
    .map(({ title, keys, why, run }): PaletteEntry => ({ title, hint: keys ?? "", why, run }));
  const company = useCompany(companyId);
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const links = [...permittedSidebarLinks(companyId, company), ...permittedGlobalLinks(companies)].map(
    ({ title, href }): PaletteEntry => ({ title, hint: "экран", run: () => navigate(href) }),
  );
  // Without a text, the palette lists only the commands and the links of the sidebar.
  const pageCommands = usePageCommands().filter(
    ({ words, title }) => text.trim() && matchText(`${title} ${words}`, text),
  );
  const screens = company && text.trim() ? companyScreens.filter((screen) => isScreenListed(screen, company)) : [];
  const byTitle = (entries: readonly PaletteEntry[]) => entries.filter(({ title }) => matchText(title, text));
  const toEntry = ({ title, path }: CompanyScreen): PaletteEntry => ({
    title,
    hint: "экран",
    run: () => open(`/${path}`),
  });
  const titles = new Set<string>();
  const others = [
    ...byTitle([...commands, ...links, ...screens.map(toEntry)]),
    ...pageCommands,
    ...screens.filter((screen) => matchScreen(screen, text)).map(toEntry),
  ].filter(({ title }) => !titles.has(title) && titles.add(title));
  return [...orders, ...others, ...records, ...documents].slice(0, MAX_ENTRIES);
};

/**
 * Command palette. It finds screens by title, description and synonyms, and commands of the current screen. It also
 * finds orders by number, customers by name, phone or address, dishes and users by name, and stock documents.
 */
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
  const entries = useEntries(companyId, text);
  const run = (entry: PaletteEntry | null) => {
    if (!entry || entry.why) return;
    onClose();
    // The palette restores the previous focus when it closes. The command runs in a later task, so that an element
    // focused by the command keeps the focus.
    setTimeout(entry.run);
  };
  return (
    <Dialog open onClose={onClose} className="relative z-40" aria-label="Найти заказ, экран, команду">
      <DialogBackdrop className="fixed inset-0 bg-backdrop" />
      <div className="fixed inset-0 flex items-start justify-center p-4 pt-[12vh]">
        <DialogPanel className="w-full max-w-xl overflow-hidden rounded-lg border border-line bg-raised shadow-float">
          <Combobox immediate value={null} onChange={run}>
            <ComboboxInput
              autoFocus
              aria-label="Найти заказ, экран, команду"
              placeholder="Заказ, клиент, блюдо, накладная, экран или команда"
              autoComplete="off"
              className="w-full border-b border-line bg-raised px-4 py-3 text-base outline-none"
              displayValue={() => text}
              onChange={(event) => onText(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && onClose()}
            />
            <ComboboxOptions static className="max-h-[50vh] overflow-y-auto p-1 empty:hidden">
              {entries.map((entry) => (
                <ComboboxOption
                  key={entry.title + entry.hint}
                  value={entry}
                  disabled={Boolean(entry.why)}
                  title={entry.why}
                  className="flex items-center gap-3 rounded-md px-3 py-2 data-disabled:text-muted data-focus:bg-accent-weak data-focus:text-accent"
                >
                  <span className="flex-1">{entry.title}</span>
                  <span className="text-xs text-muted">{entry.why ?? entry.hint}</span>
                </ComboboxOption>
              ))}
            </ComboboxOptions>
            {entries.length === 0 && (
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
