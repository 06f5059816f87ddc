import { useSelector } from "@xstate/react";
import { PhoneIncoming, X } from "lucide-react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatDate } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { ringingCallMachine } from "#machines/calls/ringingCall.machine.ts";
import type { RingingCall } from "#machines/calls/ringingCall.ts";
import { type CallingCustomer, callerQuery } from "#machines/queries/calls.ts";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useCompany, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { Button } from "../../ui/Button.tsx";
import { TAKE_KEY } from "./useRingingCalls.ts";

const MAX_DISHES = 3;
const FAILED = "Не получилось отметить, что звонок ваш.";

type State = SnapshotFrom<typeof ringingCallMachine>;

/**
 * Last order of the customer who calls, or a note that the customer has not ordered yet. Nothing is rendered if the
 * customer has orders but the last one was not read.
 */
const LastOrder = ({ caller, timeZone }: { caller: CallingCustomer | null; timeZone: string }) => {
  const [last] = caller?.lastOrders ?? [];
  if (!last) return caller?.orderCount ? null : <p className="text-muted">Ещё не заказывал(а)</p>;
  const dishes = last.dishes?.slice(0, MAX_DISHES).join(", ");
  const text = [formatDate(last.date, timeZone), formatMoney(last.amount), dishes].filter(Boolean).join(" · ");
  return (
    <p className="line-clamp-2 text-muted" title={text}>
      Последний заказ: {text}
    </p>
  );
};

/** Name of the customer who calls, and the last order. Nothing is rendered until both are read. */
const CallerFacts = ({ call: { companyId, number } }: { call: RingingCall }) => {
  const { shown } = useQuery(callerQuery, { companyId, phone: number });
  const timeZone = useTimeZone(companyId);
  if (!shown) return null;
  return (
    <>
      {shown.answer?.alias && (
        <p className="truncate font-semibold" title={shown.answer.alias}>
          {shown.answer.alias}
        </p>
      )}
      <LastOrder caller={shown.answer} timeZone={timeZone} />
    </>
  );
};

/** Returns the sentence about the state of the call, or undefined if the state needs no explanation. */
const noteOf = (state: State): string | undefined => {
  const { takenBy, failure } = state.context;
  if (state.matches("taken")) return `Принял(а) ${takenBy}`;
  if (state.matches("held")) return "Звонок ваш";
  if (state.matches({ taking: "doubting" })) return "Сервер не ответил. Повторяем.";
  if (state.matches("failed")) return failureText(failure) ?? FAILED;
  return undefined;
};

/**
 * Card of a ringing call: the caller, the last order, and the buttons with which the operator takes the call, opens the
 * order editor for the call, or hides the card.
 */
export const RingingCard = ({
  card,
  isNext,
  isFirst,
}: {
  card: ActorRefFrom<typeof ringingCallMachine>;
  /** True if the operator can take this call with the keyboard shortcut. */
  isNext: boolean;
  /** True for the first card. On a small screen only this card shows the name and the last order of the caller. */
  isFirst: boolean;
}) => {
  const state = useSelector(card, (snapshot) => snapshot);
  const { call } = state.context;
  const company = useCompany(call.companyId);
  const isElsewhere = useCurrentCompanyId() !== call.companyId;
  const phone = formatPhone(call.number) || "Номер скрыт";
  const place = [call.isAnswered && "разговор", isElsewhere && company?.name].filter(Boolean).join(" · ");
  const note = noteOf(state);
  const mayTake = state.can({ type: "call.take" });
  const isBusy = state.hasTag("busy");
  return (
    <article
      aria-label={`Звонок: ${phone}`}
      className="w-[420px] max-w-full rounded-lg border border-line bg-raised px-3 py-1.5 text-sm shadow-float max-[870px]:w-[calc(50%-4px)] max-[700px]:w-full"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PhoneIncoming size={16} aria-hidden className="shrink-0 text-accent" />
        <b className="whitespace-nowrap">{phone}</b>
        <span className="min-w-0 flex-1 truncate text-muted" title={place}>
          {place}
        </span>
        {(mayTake || isBusy) && (
          <Button
            kind="primary"
            className="[&>kbd]:max-[700px]:hidden"
            {...(isNext && { keys: TAKE_KEY })}
            why={isBusy && "Отмечаем, что звонок ваш"}
            onClick={() => card.send({ type: "call.take" })}
          >
            {state.matches("failed") ? "Повторить" : "Принять"}
          </Button>
        )}
        {state.can({ type: "call.open" }) && <Button onClick={() => card.send({ type: "call.open" })}>К заказу</Button>}
        {state.can({ type: "call.hide" }) && (
          <Button
            kind="ghost"
            aria-label="Скрыть звонок"
            title="Скрыть"
            onClick={() => card.send({ type: "call.hide" })}
          >
            <X size={16} aria-hidden />
          </Button>
        )}
      </div>
      {call.number && (
        <div className={isFirst ? undefined : "max-[700px]:hidden"}>
          <CallerFacts call={call} />
        </div>
      )}
      <p role="status" className="text-warning empty:hidden">
        {note}
      </p>
    </article>
  );
};
