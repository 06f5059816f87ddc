import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { ActorRefFrom } from "xstate";
import { formatDateTime } from "#domain/format.ts";
import { formatAmount, formatMoney } from "#domain/money.ts";
import type { companyPriceMachine } from "#machines/catalogue/companyPrice.machine.ts";
import { type CompanyPrice, reasonNotToSavePrice } from "#machines/catalogue/dishPrices.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { useCompany, useIsModuleOn, useTimeZone } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { MutationProgress } from "../../../shared/MutationProgress.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DecimalField } from "../../../ui/DecimalField.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import { TickBox } from "../../../ui/TickBox.tsx";

/** Actor of the price and the stop-list entry of a dish in one company. */
export type CompanyPriceActor = ActorRefFrom<typeof companyPriceMachine>;

const FOREIGN = "Вы не работаете в этой компании";

const progressTexts = {
  sending: "Сохраняем…",
  verifying: "Проверяем, сохранено ли",
  notRecorded: "Ничего не сохранено. Отправить ещё раз?",
};

/** Returns the reason why the user may not change the price of a company's dishes, or undefined. */
const useReasonNotToPrice = (companyId: number): string | undefined => {
  const company = useCompany(companyId);
  if (!company) return FOREIGN;
  return isPermitted(company.permissions, "catalogue.edit") ? undefined : missingPermission("catalogue.edit");
};

/** Returns the reason why the user may not change the stop list of a company, or undefined. */
const useReasonNotToStop = (companyId: number): string | undefined => {
  const isKnown = useCompany(companyId) !== undefined;
  const hasStops = useIsModuleOn(companyId, "stopList");
  const mayCook = isPermitted(useOverridable(companyId).permissions, "kitchen.cook");
  if (!isKnown) return FOREIGN;
  if (!hasStops) return "Модуль «Стоп-лист» выключен";
  return mayCook ? undefined : missingPermission("kitchen.cook");
};

/** Field of a company's own price. Enter saves the price. */
export const OwnPriceField = ({ actor, label }: { actor: CompanyPriceActor; label: ReactNode }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { row, text, isSaved } = state.context;
  const why = useReasonNotToPrice(row.companyId);
  const isBad = reasonNotToSavePrice(row, text) === "badPrice";
  return (
    <form
      className="w-40"
      title={why}
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: "price.save" });
      }}
    >
      <DecimalField
        label={label}
        value={text}
        placeholder={`общая ${formatAmount(row.sharedPrice)}`}
        disabled={why !== undefined || state.hasTag("busy")}
        error={isBad ? "Укажите число от нуля." : undefined}
        hint={isSaved ? "Сохранено" : undefined}
        after={<span className="text-muted">р.</span>}
        onText={(typed) => actor.send({ type: "price.type", text: typed })}
      />
    </form>
  );
};

const describeStop = ({ remaining, until }: NonNullable<CompanyPrice["stop"]>, timeZone: string): string =>
  [
    remaining ? `осталось ${remaining}` : "не продаётся",
    ...(until === null ? [] : [`до ${formatDateTime(until, timeZone)}`]),
  ].join(", ");

/**
 * Checkbox that adds the dish to the company's stop list, or removes the dish from the list. The remaining portions and
 * the end of the stop-list entry are shown beside the checkbox.
 */
export const StopTick = ({ actor, isLabelled }: { actor: CompanyPriceActor; isLabelled: boolean }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { request, row } = state.context;
  const { companyId, companyName, stop } = row;
  const isBusy = state.hasTag("busy");
  // The checkbox shows the requested state immediately, because a checkbox that ignores a click looks broken.
  const isStopped = isBusy && request?.kind === "stop" ? request.isStopped : stop !== null;
  const why = useReasonNotToStop(companyId);
  const timeZone = useTimeZone(companyId);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2" title={why}>
      <TickBox
        checked={isStopped}
        disabled={why !== undefined || isBusy}
        aria-label={`На стопе в компании ${companyName}`}
        onChange={() => actor.send({ type: "stop.toggle" })}
      >
        <span className={isLabelled ? undefined : "hidden tight:inline"}>На стопе</span>
      </TickBox>
      {stop && <span className="text-xs text-muted">{describeStop(stop, timeZone)}</span>}
    </span>
  );
};

/** Note about the last change in a company: a long wait, a failure or a conflict. */
export const CompanyPriceNote = ({ actor }: { actor: CompanyPriceActor }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { row, failure, isStale } = state.context;
  const { mutation } = state.children;
  const isLong = useSelector(
    mutation,
    (snapshot) => snapshot?.hasTag("slow") || snapshot?.hasTag("verifying") || snapshot?.hasTag("notRecorded"),
  );
  const error = failureText(failure);
  if (mutation && isLong) return <MutationProgress mutation={mutation} texts={progressTexts} />;
  if (error)
    return (
      <ErrorBox title={row.companyName} message={[error, ...Object.values(failure?.errors ?? {})].join(" ")}>
        <Button onClick={() => actor.send({ type: "price.reset" })}>Вернуть как было</Button>
      </ErrorBox>
    );
  if (isStale)
    return (
      <Note>
        <span className="min-w-0 flex-1">
          {row.companyName}: цену уже изменил другой сотрудник, сейчас{" "}
          {row.price === null ? `общая ${formatMoney(row.sharedPrice)}` : formatMoney(row.price)} — сохраните ещё раз,
          чтобы записать свою.
        </span>
        <Button onClick={() => actor.send({ type: "price.reset" })}>Оставить новую</Button>
      </Note>
    );
  return null;
};
