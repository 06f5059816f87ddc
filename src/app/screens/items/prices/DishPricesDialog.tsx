import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import {
  type dishPricesMachine,
  type PricesReason,
  priceRowId,
  reasonNotToSavePrices,
} from "#machines/catalogue/dishPrices.machine.ts";
import { LeaveDialog } from "../../../directory/EditorDialogs.tsx";
import { failureText } from "../../../services/failureText.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Waiting } from "../../../ui/Waiting.tsx";
import { type CompanyPriceActor, CompanyPriceNote, OwnPriceField, StopTick } from "./CompanyPriceParts.tsx";
import { useDishPrices } from "./useDishPrices.ts";

const reasonTexts: Readonly<Record<PricesReason, string>> = {
  unchanged: "Цены не изменены",
  busy: "Сохраняем",
};

const PriceRow = ({ actor }: { actor: CompanyPriceActor }) => {
  const { companyName } = useSelector(actor, ({ context }) => context.row);
  return (
    <>
      <tr className="tight:flex tight:flex-wrap tight:items-start tight:gap-x-4 tight:py-1">
        <th
          scope="row"
          className="py-1 !bg-transparent !text-sm !text-text !whitespace-normal tight:!h-auto tight:w-full tight:!border-0"
        >
          {companyName}
        </th>
        <td className="py-1 tight:!h-auto tight:!border-0">
          <OwnPriceField actor={actor} label={<span className="sr-only">Цена в компании {companyName}</span>} />
        </td>
        <td className="py-1 tight:!h-auto tight:!border-0">
          <StopTick actor={actor} isLabelled={false} />
        </td>
      </tr>
      <tr className="tight:block tight:border-b tight:border-line">
        <td colSpan={3} className="!h-auto !border-0 !p-0 empty:hidden tight:block">
          <CompanyPriceNote actor={actor} />
        </td>
      </tr>
    </>
  );
};

const PriceTable = ({ actor }: { actor: ActorRefFrom<typeof dishPricesMachine> }) => {
  const { rows = [], dish, hiddenCount } = useSelector(actor, ({ context }) => context);
  const children = useSelector(actor, (snapshot) => snapshot.children);
  return (
    <div className="grid gap-2">
      {dish && (
        <p className="text-sm">
          <b className="wrap-anywhere">{dish.itemName}</b>
          <span className="text-muted"> — если своей цены нет, действует общая: {formatMoney(dish.sharedPrice)}</span>
        </p>
      )}
      <table className="table tight:block" aria-label="Цены и стоп по компаниям">
        <thead className="tight:sr-only">
          <tr>
            <th scope="col">Компания</th>
            <th scope="col">Своя цена</th>
            <th scope="col">На стопе</th>
          </tr>
        </thead>
        <tbody className="tight:block">
          {rows.map(({ companyId }) => {
            const row = children[priceRowId(companyId)];
            return row && <PriceRow key={companyId} actor={row as CompanyPriceActor} />;
          })}
        </tbody>
      </table>
      {hiddenCount > 0 && (
        <p className="text-sm text-muted">
          Ещё {counted(hiddenCount, ["компания", "компании", "компаний"])} группы вам не{" "}
          {hiddenCount === 1 ? "видна" : "видны"}.
        </p>
      )}
    </div>
  );
};

/** Dialog with the price and the stop-list entry of a company group's dish in each company of the group. */
export const DishPricesDialog = ({
  companyGroupId,
  itemId,
  onClose,
}: {
  companyGroupId: number;
  itemId: number;
  onClose: () => void;
}) => {
  const actor = useDishPrices({ scope: { companyGroupId }, itemId });
  useEmitted(actor, { "prices.closed": onClose });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { rows, failure } = state.context;
  const error = failureText(failure);
  const reason = reasonNotToSavePrices(state.context);
  const close = () => actor.send({ type: "prices.close" });
  if (state.matches("leaving"))
    return (
      <LeaveDialog
        onStay={() => actor.send({ type: "prices.stay" })}
        onGo={() => actor.send({ type: "prices.discard" })}
      />
    );
  return (
    <Dialog
      title="Цены и стоп по компаниям"
      size="large"
      onClose={close}
      actions={
        <>
          <Button why={reason === "busy" && reasonTexts.busy} onClick={close}>
            Закрыть
          </Button>
          <Button
            kind="primary"
            why={reason && reasonTexts[reason]}
            onClick={() => actor.send({ type: "prices.save" })}
          >
            Сохранить
          </Button>
        </>
      }
    >
      {error && (
        <ErrorBox message={error}>
          <Button onClick={() => actor.send({ type: "prices.refresh" })}>Повторить</Button>
        </ErrorBox>
      )}
      {rows ? <PriceTable actor={actor} /> : !error && <Waiting />}
    </Dialog>
  );
};
