import { useSelector } from "@xstate/react";
import { PhoneIncoming, X } from "lucide-react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatDate } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { ringingCallMachine } from "#machines/calls/ringingCall.machine.ts";
import type { RingingCall } from "#machines/calls/ringingCall.ts";
import { callerQuery } from "#machines/queries/calls.ts";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useCompany, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { Button } from "../../ui/Button.tsx";
import { TAKE_KEY } from "./useRingingCalls.ts";

const MAX_DISHES = 3;
const FAILED = "Не получилось отметить, что звонок ваш.";

type State = SnapshotFrom<typeof ringingCallMachine>;

/** Name of the customer who calls, and the last order. */
const CallerFacts = ({ call: { companyId, number } }: { call: RingingCall }) => {
  const { shown } = useQuery(callerQuery, { companyId, phone: number });
  const timeZone = useTimeZone(companyId);
  if (!shown) return null;
  const { alias = "", lastOrders: [last] = [] } = shown.answer ?? {};
  const order = last && [
    formatDate(last.date, timeZone),
    formatMoney(last.amount),
    last.dishes?.slice(0, MAX_DISHES).join(", "),
  ];
  return (
    <>
      {alias && <p className="truncate font-semibold">{alias}</p>}
      <p className="truncate text-muted">
        {order
          ? `Последний заказ: ${order.filter(Boolean).join(" · ")}`
          : !shown.answer?.orderCount && "Ещё не заказывал"}
      </p>
    </>
  );
};

/** Returns the sentence about the state of the call, or undefined if the sentence is not needed. */
const noteOf = (state: State): string | undefined => {
  const { takenBy, failure } = state.context;
  if (state.matches("taken")) return `Принял(а) ${takenBy}`;
  if (state.matches("held")) return "Звонок ваш";
  if (state.matches({ taking: "doubting" })) return "Сервер не ответил. Повторяем.";
  if (state.matches("failed")) return failureText(failure) ?? FAILED;
  return undefined;
};

/** Card of a ringing call: the caller, the last order, and the button that takes the call. */
export const RingingCard = ({
  card,
  isNext,
}: {
  card: ActorRefFrom<typeof ringingCallMachine>;
  /** True if the key takes this call. */
  isNext: boolean;
}) => {
  const state = useSelector(card, (snapshot) => snapshot);
  const { call } = state.context;
  const company = useCompany(call.companyId);
  const isElsewhere = useCurrentCompanyId() !== call.companyId;
  const phone = formatPhone(call.number) || "Номер скрыт";
  const note = noteOf(state);
  const mayTake = state.can({ type: "call.take" });
  const isBusy = state.hasTag("busy");
  return (
    <article
      aria-label={`Звонок: ${phone}`}
      className="flex w-[420px] min-w-0 max-w-full items-center gap-3 rounded-lg border border-line bg-raised px-3 py-1.5 text-sm shadow-float max-[700px]:w-full"
    >
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <PhoneIncoming size={16} aria-hidden className="shrink-0 text-accent" />
          <b className="whitespace-nowrap">{phone}</b>
          <span className="truncate text-muted">
            {[call.isAnswered ? "разговор" : "звонит", isElsewhere && company?.name].filter(Boolean).join(" · ")}
          </span>
        </p>
        {call.number && <CallerFacts call={call} />}
        <p role="status" className="text-warning empty:hidden">
          {note}
        </p>
      </div>
      {(mayTake || isBusy) && (
        <Button
          kind="primary"
          {...(isNext && { keys: TAKE_KEY })}
          why={isBusy && "Отмечаем, что звонок ваш"}
          onClick={() => card.send({ type: "call.take" })}
        >
          {state.matches("failed") ? "Повторить" : "Принять"}
        </Button>
      )}
      {state.can({ type: "call.open" }) && <Button onClick={() => card.send({ type: "call.open" })}>К заказу</Button>}
      {state.can({ type: "call.hide" }) && (
        <Button kind="ghost" aria-label="Скрыть звонок" title="Скрыть" onClick={() => card.send({ type: "call.hide" })}>
          <X size={16} aria-hidden />
        </Button>
      )}
    </article>
  );
};
