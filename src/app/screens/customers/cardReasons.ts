import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import type { cardActionMachine } from "#machines/customers/cardAction.machine.ts";
import { type CardFacts, type CardReason, reasonNotToActOnCard } from "#machines/customers/cardAction.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

const texts: Readonly<Record<Exclude<CardReason["code"], "permission">, string>> = {
  anonymized: "Клиент обезличен",
  merged: "Карточка объединена с другой",
  openOrder: "У клиента есть открытый заказ",
};

const cardReasonText = (reason: CardReason | undefined): string | undefined => {
  if (!reason) return undefined;
  return reason.code === "permission" ? missingPermission(reason.permission) : texts[reason.code];
};

/** Actor of the dialog for an action on a customer's card. */
export type CardActor = ActorRefFrom<typeof cardActionMachine>;

/**
 * Returns the tooltip that explains why an action on a customer's card is impossible, or undefined if it is possible.
 */
export const useReasonNotToAct = (
  actor: CardActor,
  kind: Parameters<typeof reasonNotToActOnCard>[1],
  card: CardFacts,
): string | undefined =>
  useSelector(actor, ({ context: { permissions } }) => cardReasonText(reasonNotToActOnCard(permissions, kind, card)));

/** Returns the tooltip that explains why the action of the open dialog cannot be confirmed, or undefined if it can. */
export const useReasonNotToConfirm = (actor: CardActor): string | undefined =>
  useSelector(actor, (state) => {
    const { permissions, kind, facts } = state.context;
    return state.hasTag("busy") ? "Записываем" : cardReasonText(reasonNotToActOnCard(permissions, kind, facts));
  });
