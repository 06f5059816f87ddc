import { useSelector } from "@xstate/react";
import { Merge, Pencil, UserX } from "lucide-react";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import { cardActionActors } from "#machines/customers/cardAction.actors.ts";
import { cardActionMachine } from "#machines/customers/cardAction.machine.ts";
import { type CustomerFile, customerCardQuery } from "#machines/directory/descriptors/customers.ts";
import { useCompany, usePermissions, useServices, useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { AnonymizeDialog, MergeDialog, UnmergeDialog } from "./CardDialogs.tsx";
import { CustomerFacts } from "./CustomerFacts.tsx";
import { CustomerCalls, CustomerOrders } from "./CustomerRecords.tsx";
import { useReasonNotToAct } from "./cardReasons.ts";

const useCardAction = (companyId: number) => {
  const { api, environment, newKey } = useServices();
  const permissions = useCompany(companyId)?.permissions;
  const action = useProvidedActor(cardActionMachine, () => cardActionActors({ api, environment, newKey }), {
    permissions,
  });
  useEffect(() => action.send({ type: "permissions.change", permissions }), [action, permissions]);
  return action;
};

type CardAction = ReturnType<typeof useCardAction>;

const doneTexts = {
  merge: "Карточки объединены",
  unmerge: "Карточка отделена",
  anonymize: "Клиент обезличен",
} as const;

const linkName = ({ alias, phone }: { alias: string | null; phone: string }) => alias ?? formatPhone(phone);

/** Journal of the merges of a card, with a button that undoes a merge. Hidden if the card has no merges. */
const Merges = ({ card, action }: { card: CustomerFile; action: CardAction }) => {
  const timeZone = useTimeZone(card.companyId);
  const why = useReasonNotToAct(action, "unmerge", card);
  if (card.merges.length === 0) return null;
  return (
    <section aria-label="Объединения" className="card grid content-start gap-2 text-sm">
      <h2 className="font-semibold">Объединения</h2>
      {card.merges.map(({ id, from, into, mergedAt, mergedBy, undoneAt, undoneBy, canUndo }) => (
        <div key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            «{linkName(from)}» → «{linkName(into)}», {formatDateTime(mergedAt, timeZone)}
            {mergedBy && `, ${mergedBy}`}
            {undoneAt && (
              <span className="block text-muted">
                отменено {formatDateTime(undoneAt, timeZone)}
                {undoneBy && `, ${undoneBy}`}
              </span>
            )}
          </span>
          {canUndo && (
            <Button
              why={why}
              onClick={() =>
                action.send({
                  type: "action.open",
                  kind: "unmerge",
                  card: { companyId: card.companyId, id: from.id },
                  facts: card,
                })
              }
            >
              Отделить
            </Button>
          )}
        </div>
      ))}
    </section>
  );
};

const Dialogs = ({
  action,
  card,
  suggested,
}: {
  action: CardAction;
  card: CustomerFile;
  suggested: number | undefined;
}) => {
  const state = useSelector(action, (snapshot) => snapshot);
  if (!state.hasTag("open")) return null;
  if (state.context.kind === "merge") return <MergeDialog actor={action} card={card} suggested={suggested} />;
  if (state.context.kind === "anonymize") return <AnonymizeDialog actor={action} card={card} />;
  const from = card.merges.find((merge) => merge.from.id === state.context.card?.id)?.from;
  return from ? <UnmergeDialog actor={action} companyId={card.companyId} from={from} /> : null;
};

const Actions = ({ card, action, path }: { card: CustomerFile; action: CardAction; path: string }) => {
  const open = (kind: "merge" | "anonymize") => () =>
    action.send({
      type: "action.open",
      kind,
      card: { companyId: card.companyId, id: card.id, version: card.version },
      facts: card,
    });
  return (
    <>
      <Button why={useReasonNotToAct(action, "anonymize", card)} onClick={open("anonymize")}>
        <UserX size={16} aria-hidden />
        Обезличить
      </Button>
      <Button why={useReasonNotToAct(action, "merge", card)} onClick={open("merge")}>
        <Merge size={16} aria-hidden />
        Объединить
      </Button>
      <ActionLink href={`${path}/${card.id}/Edit`} kind="primary" why={useReasonNotToAct(action, "edit", card)}>
        <Pencil size={16} aria-hidden />
        Редактировать
      </ActionLink>
    </>
  );
};

const MergedNote = ({ card, path }: { card: CustomerFile; path: string }) => {
  if (card.isAnonymized) return <Note tone="info">Клиент обезличен: остались только блюда и суммы заказов.</Note>;
  if (!card.mergedInto) return null;
  return (
    <Note tone="info">
      <span className="min-w-0 flex-1">
        Карточка объединена с{" "}
        <Link href={`${path}/${card.mergedInto.id}`} className="underline">
          «{linkName(card.mergedInto)}»
        </Link>
        : заказы и звонки этого номера показаны там.
      </span>
    </Note>
  );
};

/**
 * Returns the id of the second card of a merge from the query string, or undefined if there is none. The list of
 * duplicates sets this id.
 */
const useSuggested = (): number | undefined => {
  const text = new URLSearchParams(useSearch()).get("merge") ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

/**
 * Screen of a customer with the facts, merges, orders and, for users with the permission, calls (areas, section 10).
 */
export const CustomerDetail = ({ companyId, id }: { companyId: number; id: number }) => {
  const may = usePermissions(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(customerCardQuery, { companyId, id });
  const action = useCardAction(companyId);
  const suggested = useSuggested();
  const card = view.shown?.answer;
  const ownPath = useMemo(() => ({ companyId, id }), [companyId, id]);
  const path = `/Company/${companyId}/Customer`;
  const title = card?.isAnonymized ? "Обезличенный клиент" : (card?.alias ?? "Клиент");
  useTitle(title);
  useEmitted(action, {
    "action.done": ({ kind, result }) => {
      toast(doneTexts[kind]);
      if (kind === "merge") navigate(`${path}/${result.id}`, { replace: true });
      view.refresh();
    },
    "card.changed": () => view.refresh(),
  });
  const openSuggested = useEffectEvent((version: number) => {
    if (suggested !== undefined && card)
      action.send({ type: "action.open", kind: "merge", card: { companyId, id, version }, facts: card });
  });
  const version = card?.version;
  useEffect(() => {
    if (version !== undefined) openSuggested(version);
  }, [version]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto wrap-anywhere">{title}</h1>
        <ActionLink href={path}>К списку</ActionLink>
        {card && <Actions card={card} action={action} path={path} />}
      </header>
      <QueryResult view={view}>
        {(shown) => (
          <div className="grid gap-3">
            <MergedNote card={shown} path={path} />
            <div className="grid gap-3 lg:grid-cols-2">
              <div className="grid content-start gap-3">
                <CustomerFacts card={shown} />
                <Merges card={shown} action={action} />
              </div>
              <div className="grid min-w-0 content-start gap-3">
                <CustomerOrders path={ownPath} version={shown.version} />
                {may("call.view") && <CustomerCalls path={ownPath} version={shown.version} />}
              </div>
            </div>
            <Dialogs action={action} card={shown} suggested={suggested} />
          </div>
        )}
      </QueryResult>
    </>
  );
};
