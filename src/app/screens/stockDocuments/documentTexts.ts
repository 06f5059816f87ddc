import type { ActionReason, DocumentAction } from "#machines/stock/stockDocument.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

interface ActionTexts {
  readonly title: string;
  readonly question: string;
  readonly done: string;
  readonly refused: string;
  /** Label of the button that confirms the action even if a balance becomes negative. */
  readonly force?: string;
  readonly isReasonNeeded?: boolean;
}

/**
 * Texts of the question for a document that is dated before an inventory: were its goods already moved when the
 * inventory counted them?
 */
interface CountedGoodsTexts {
  readonly title: string;
  /** Explanation of the answers. */
  readonly hint: string;
}

/** Texts of one kind of stock documents. `actions` contains the texts of the actions that this kind has. */
export interface DocumentTexts {
  readonly actions: Readonly<Partial<Record<DocumentAction, ActionTexts>>>;
  /** Message after another user has changed the document. */
  readonly stale: string;
  /** Texts of the question about a later inventory. By default the question is about delivered goods. */
  readonly shelf?: CountedGoodsTexts;
}

/** Texts of the question about a later inventory, for delivered goods. */
export const deliveredGoodsTexts: CountedGoodsTexts = {
  title: "Товар уже лежал на складе, когда его считали?",
  hint: "«Да»: остаток после подсчёта не изменится. «Нет»: товар прибавится к посчитанному.",
};

const noTexts: ActionTexts = { title: "", question: "", done: "", refused: "" };

/** Returns the texts of an action. All texts are empty if the document does not have the action. */
export const textsOf = (texts: DocumentTexts, action: DocumentAction): ActionTexts => texts.actions[action] ?? noTexts;

const drafting: readonly DocumentAction[] = ["remove", "explain"];

/** Returns the Russian text of the reason why an action is impossible, or undefined if it is possible. */
export const actionReasonText = (reason: ActionReason | undefined, action: DocumentAction): string | undefined => {
  if (reason === undefined) return undefined;
  if (reason === "notAllowed") return missingPermission(drafting.includes(action) ? "stock.edit" : "stock.approve");
  return "Состояние документа этого не допускает";
};
