import type { ActionReason, DocumentAction } from "#machines/stock/stockDocument.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

interface ActionTexts {
  readonly title: string;
  readonly question: string;
  readonly done: string;
  readonly refused: string;
  /** Button that does the action although a balance falls below zero. */
  readonly force?: string;
  readonly isReasonNeeded?: boolean;
}

/** Texts of one kind of stock documents, for each action that it has. */
export interface DocumentTexts {
  readonly actions: Readonly<Partial<Record<DocumentAction, ActionTexts>>>;
  /** Message after another user has changed the document. */
  readonly stale: string;
}

const noTexts: ActionTexts = { title: "", question: "", done: "", refused: "" };

/** Returns the texts of an action. They are empty for an action that the document does not have. */
export const textsOf = (texts: DocumentTexts, action: DocumentAction): ActionTexts => texts.actions[action] ?? noTexts;

const drafting: readonly DocumentAction[] = ["remove", "explain"];

/** Returns why an action is impossible, as text, or undefined. */
export const actionReasonText = (reason: ActionReason | undefined, action: DocumentAction): string | undefined => {
  if (reason === undefined) return undefined;
  if (reason === "notAllowed") return missingPermission(drafting.includes(action) ? "stock.edit" : "stock.approve");
  return "Состояние документа этого не допускает";
};
