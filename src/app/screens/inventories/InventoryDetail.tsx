import { useSelector } from "@xstate/react";
import { makeInventoryTable } from "#machines/directory/descriptors/documentFiles.ts";
import { type Inventory, inventoryDocument } from "#machines/directory/descriptors/inventories.ts";
import { type ActionDetails, type DocumentAction, reasonNotToAct } from "#machines/stock/stockDocument.ts";
import { OpeningStates } from "../../directory/OpeningStates.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useApi, usePermissions, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { TableExport } from "../../shared/TableExport.tsx";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { DocumentDialogs } from "../stockDocuments/DocumentDialogs.tsx";
import { actionReasonText } from "../stockDocuments/documentTexts.ts";
import { type DocumentActor, useStockDocument } from "../stockDocuments/useStockDocument.ts";
import { CountSheet } from "./CountSheet.tsx";
import { InventoryFacts } from "./InventoryFacts.tsx";
import { InventoryReview } from "./InventoryReview.tsx";
import { inventoryDocumentTexts, inventoryTitle } from "./inventoryTexts.ts";
import { PrintInventory } from "./PrintInventory.tsx";
import { QueueNotes } from "./QueueNotes.tsx";
import { type CountSheetView, useCountSheet } from "./useCountSheet.ts";
import { useInventoryActions } from "./useInventoryActions.ts";
import { type TypedReasons, useReasons } from "./useReasons.ts";

const noLines: Inventory["items"] = [];

const tabs = [
  { name: "review", title: "Проверка" },
  { name: "sheet", title: "Лист подсчёта" },
] as const;

interface Parts {
  readonly actor: DocumentActor;
  readonly inventory: Inventory;
  readonly sheet: CountSheetView;
  readonly reasons: TypedReasons;
  readonly timeZone: string;
}

/**
 * Returns two functions: `whyNot` returns the reason why an action is impossible, or undefined if it is possible, and
 * `act` starts an action.
 */
const useActions = ({ actor, sheet, reasons }: Pick<Parts, "actor" | "sheet" | "reasons">) => {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  return {
    whyNot: (action: DocumentAction): string | undefined => {
      const reason = actionReasonText(reasonNotToAct(context, action), action);
      if (reason !== undefined) return reason;
      if (isBusy) return "Записываем";
      if (action === "approve" && reasons.changes.length > 0) return "Сначала сохраните причины";
      const isClosing = action === "review" || action === "approve";
      return isClosing && sheet.isAway && sheet.waiting.length > 0 ? "Не все записи отправлены" : undefined;
    },
    act: (action: DocumentAction, details: ActionDetails = {}, isConfirmed = false) =>
      actor.send({ type: "document.act", action, details, isConfirmed }),
  };
};

const Actions = ({ actor, inventory, sheet, reasons, timeZone }: Parts) => {
  const api = useApi();
  const { whyNot, act } = useActions({ actor, sheet, reasons });
  const isStale = useSelector(actor, (snapshot) => snapshot.matches("stale"));
  const { state, isRestZero, items } = inventory;
  const isCounting = state === "counting";
  const isOpen = isCounting || state === "reviewing";
  const isEmpty = items.every(({ entries }) => entries.length === 0) && sheet.waiting.length === 0;
  const reviewAgain = () => act("review", { isRestZero }, true);
  const main = isCounting
    ? ({ title: "На проверку", action: "review", run: () => act("review", {}) } as const)
    : ({ title: "Провести", action: "approve", run: () => act("approve") } as const);
  const whyNotMain = isStale ? "Сначала проверьте ещё раз" : whyNot(main.action);
  const whyNotToReview = isCounting && isEmpty ? "Ещё ничего не посчитано" : whyNotMain;
  const why = isCounting ? whyNotToReview : whyNotMain;
  useCommands([
    { title: "Обновить", keys: "r", run: () => actor.send({ type: "document.refresh" }) },
    ...(isOpen ? [{ title: main.title, keys: "Ctrl+Enter", why, run: main.run }] : []),
  ]);
  return (
    <>
      <PrintInventory inventory={inventory} timeZone={timeZone} />
      <TableExport name={inventoryTitle(inventory)} make={makeInventoryTable(api, inventory)} />
      {isCounting && isEmpty && (
        <Button why={whyNot("remove")} onClick={() => act("remove")}>
          Удалить
        </Button>
      )}
      {isOpen && !(isCounting && isEmpty) && (
        <Button why={whyNot("cancel")} onClick={() => act("cancel")}>
          Отменить
        </Button>
      )}
      {state === "reviewing" && (
        <Button kind={isStale ? "primary" : "plain"} why={whyNot("review")} onClick={reviewAgain}>
          Проверить ещё раз
        </Button>
      )}
      {isOpen && !isStale && (
        <Button kind="primary" keys="Ctrl+Enter" why={why} onClick={main.run}>
          {main.title}
        </Button>
      )}
    </>
  );
};

const SheetPart = ({ inventory, sheet, timeZone }: Omit<Parts, "actor" | "reasons">) => {
  const mayCount = usePermissions(inventory.companyId)("stock.edit");
  return (
    <>
      {!mayCount && (
        <div className="mb-3">
          <Note tone="info">{missingPermission("stock.edit")}: записи можно только смотреть.</Note>
        </div>
      )}
      <CountSheet inventory={inventory} sheet={sheet} timeZone={timeZone} isReadOnly={!mayCount} />
    </>
  );
};

const ReviewPart = ({ actor, inventory, sheet, reasons }: Parts) => {
  const { whyNot, act } = useActions({ actor, sheet, reasons });
  const isOpen = inventory.state === "reviewing";
  return (
    <InventoryReview
      inventory={inventory}
      reasons={reasons}
      actions={
        isOpen
          ? {
              whyNotToReview: whyNot("review"),
              whyNotToExplain: whyNot("explain"),
              onRest: (isRestZero) => act("review", { isRestZero }, !isRestZero),
              onReasons: (changes) => act("explain", { reasons: changes }, true),
            }
          : undefined
      }
    />
  );
};

const Content = (parts: Parts) => {
  const { search, change } = useQueryString();
  const { state } = parts.inventory;
  if (state === "counting") return <SheetPart {...parts} />;
  if (state !== "reviewing") return <ReviewPart {...parts} />;
  const chosen = new URLSearchParams(search).get("tab") === "sheet" ? "sheet" : "review";
  return (
    <>
      <div className="mb-3">
        <Tabs label="Инвентаризация" tabs={tabs} chosen={chosen} onChoose={(tab) => change({ tab })} />
      </div>
      <div role="tabpanel" aria-labelledby={tabId(chosen)}>
        {chosen === "sheet" ? <SheetPart {...parts} /> : <ReviewPart {...parts} />}
      </div>
    </>
  );
};

/**
 * Screen of one inventory: the sheet during counting, then the review with the sheet in a second tab, then the result
 * (areas, section 4).
 */
export const InventoryDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const listPath = `/Company/${companyId}/Inventory`;
  const allowed = useInventoryActions(companyId);
  const timeZone = useTimeZone(companyId);
  const {
    actor,
    state,
    document: inventory,
  } = useStockDocument({
    descriptor: inventoryDocument,
    path: { companyId, id },
    allowed,
    listPath,
    texts: inventoryDocumentTexts(undefined, {}),
  });
  const sheet = useCountSheet({ companyId, id }, (entry) =>
    actor.send(entry ? { type: "document.changed", entry } : { type: "document.refresh" }),
  );
  const reasons = useReasons(inventory?.items ?? noLines);
  const { readFailure, details } = state.context;
  const title = inventory ? inventoryTitle(inventory) : "Инвентаризация";
  useTitle(title);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto wrap-anywhere">{title}</h1>
        {inventory && (state.matches("shown") || state.matches("stale")) && (
          <Actions actor={actor} inventory={inventory} sheet={sheet} reasons={reasons} timeZone={timeZone} />
        )}
      </header>
      <div className="grid gap-2 empty:hidden not-empty:mb-3">
        <DocumentDialogs actor={actor} texts={inventoryDocumentTexts(inventory, details)} />
      </div>
      <QueueNotes sheet={sheet} />
      {inventory ? (
        <section aria-label={title} className={inventory.state === "counting" ? "card max-w-4xl" : "card"}>
          {readFailure && !sheet.isAway && <ErrorBox message={failureText(readFailure)} />}
          <InventoryFacts inventory={inventory} timeZone={timeZone} />
          <Content actor={actor} inventory={inventory} sheet={sheet} reasons={reasons} timeZone={timeZone} />
        </section>
      ) : (
        <OpeningStates
          state={state.matches("missing") ? "missing" : readFailure ? "failed" : "opening"}
          error={
            state.matches("missing") ? "Такой инвентаризации нет, или она вам не доступна." : failureText(readFailure)
          }
          isOffered={readFailure?.kind !== "notOffered"}
          listPath={listPath}
          onRetry={() => actor.send({ type: "document.refresh" })}
        />
      )}
    </>
  );
};
