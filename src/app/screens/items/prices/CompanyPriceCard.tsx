import { useSelector } from "@xstate/react";
import { formatMoney } from "#domain/money.ts";
import { priceRowId, reasonNotToSavePrices } from "#machines/catalogue/dishPrices.machine.ts";
import { reasonNotToSavePrice } from "#machines/catalogue/dishPrices.ts";
import { LeaveDialog } from "../../../directory/EditorDialogs.tsx";
import { failureText } from "../../../services/failureText.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useLeaveGuard } from "../../../shared/useLeaveGuard.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { toast } from "../../../ui/toast.ts";
import { type CompanyPriceActor, CompanyPriceNote, OwnPriceField, StopTick } from "./CompanyPriceParts.tsx";
import { useDishPrices } from "./useDishPrices.ts";

const Fields = ({ actor, why }: { actor: CompanyPriceActor; why: string | undefined }) => {
  const { row, text } = useSelector(actor, ({ context }) => context);
  const isUnchanged = reasonNotToSavePrice(row, text) === "unchanged";
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <OwnPriceField actor={actor} label="Цена в этой компании" />
        <Button
          className="mt-5"
          why={why ?? (isUnchanged && "Цена не изменена")}
          onClick={() => actor.send({ type: "price.save" })}
        >
          Сохранить цену
        </Button>
      </div>
      <p className="text-sm text-muted">Если своей цены нет, действует общая: {formatMoney(row.sharedPrice)}</p>
      <StopTick actor={actor} isLabelled />
      <CompanyPriceNote actor={actor} />
    </>
  );
};

/**
 * Card with the price and the stop-list entry of a company group's dish in one company. The form below shows the shared
 * dish.
 */
export const CompanyPriceCard = ({ companyId, itemId }: { companyId: number; itemId: number }) => {
  const prices = useDishPrices({ scope: { companyId }, itemId });
  const state = useSelector(prices, (snapshot) => snapshot);
  const reason = reasonNotToSavePrices(state.context);
  const resumeNavigation = useLeaveGuard(
    () => reasonNotToSavePrices(prices.getSnapshot().context) === "unchanged",
    () => {
      const isBusy = reasonNotToSavePrices(prices.getSnapshot().context) === "busy";
      if (isBusy) toast("Цена сохраняется, подождите ответа.");
      else prices.send({ type: "prices.close" });
    },
  );
  useEmitted(prices, { "prices.closed": resumeNavigation });
  const actor = state.children[priceRowId(companyId)];
  const error = failureText(state.context.failure);
  return (
    <section aria-label="Цена в этой компании" className="card mb-3 grid max-w-3xl gap-2">
      {error && (
        <ErrorBox message={error}>
          <Button onClick={() => prices.send({ type: "prices.refresh" })}>Повторить</Button>
        </ErrorBox>
      )}
      {actor && <Fields actor={actor as CompanyPriceActor} why={reason === "busy" ? "Сохраняем" : undefined} />}
      {state.matches("leaving") && (
        <LeaveDialog
          onStay={() => prices.send({ type: "prices.stay" })}
          onGo={() => prices.send({ type: "prices.discard" })}
        />
      )}
    </section>
  );
};
