import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { hasDeliveryFields } from "#domain/pickup.ts";
import type { TextFieldName } from "#machines/orders/editor/draft.ts";
import { lazyWithRetry } from "../../../routing/lazyComponent.ts";
import { useTimeZone } from "../../../services/context.ts";
import { classNames } from "../../../ui/classNames.ts";
import { TextArea } from "../../../ui/TextArea.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { AddressField } from "./AddressField.tsx";
import { PhoneMark } from "./ClientCard.tsx";
import { useEditor, useTextField } from "./useEditor.ts";
import { useMayHaveZones } from "./useMayHaveZones.ts";
import { WhenField } from "./WhenField.tsx";

const DeliveryHead = lazyWithRetry("DeliveryHead", () => import("./DeliveryHead.tsx"));

const TagsField = lazyWithRetry("TagsField", () => import("./TagsField.tsx"));

const DraftField = ({ field, label, numeric }: { field: TextFieldName; label: string; numeric?: boolean }) => (
  <TextField
    {...useTextField(field)}
    label={label}
    data-walk="rare"
    {...(numeric && { inputMode: "decimal" as const })}
  />
);

const Persons = () => <DraftField field="persons" label="Персон" numeric />;

const DeliveryPhone = () => {
  const field = useTextField("deliveryPhone");
  return (
    <TextField
      {...field}
      label="Телефон доставки"
      inputMode="tel"
      data-walk="rare"
      after={<PhoneMark phone={field.value} />}
    />
  );
};

const Address = () => {
  const child = useEditor(({ children }) => children.address);
  const suggestions = useSelector(child, (state) => state?.context.suggestions);
  const street = useTextField("street");
  const house = useTextField("house");
  const { streets = [], houses = [] } = suggestions ?? {};
  const offered = streets.filter((found) => found !== street.value);
  const numbers = houses.filter((found) => found !== house.value && found.startsWith(house.value));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_64px_68px] gap-2">
      <AddressField {...street} label="Улица" options={offered} />
      <AddressField {...house} label="Дом" options={numbers.slice(0, 50)} />
      <TextField {...useTextField("apartment")} label="Квартира" data-walk="" />
    </div>
  );
};

const THREE = "grid-cols-[minmax(0,1fr)_56px_56px]";

/**
 * Card with the choice of delivery, pickup or dine-in, the due time, number of persons, comment and tags of the order.
 * The address, the delivery phone and the banknote to give change for are hidden for a dine-in order.
 */
export const DeliveryCard = ({ companyId }: { companyId: number }) => {
  const timeZone = useTimeZone(companyId);
  const isDelivery = useEditor(({ context }) => hasDeliveryFields(context.draft));
  const isZoned = useMayHaveZones(companyId) && isDelivery;
  return (
    <div className="card grid grid-cols-[minmax(0,1fr)] gap-2">
      <Suspense fallback={<div className={classNames("pb-8 pointer-coarse:pb-10", isZoned && "mt-[81px]")} />}>
        <DeliveryHead companyId={companyId} />
      </Suspense>
      {isDelivery && <Address />}
      <div className={classNames("grid gap-2", isDelivery ? THREE : "grid-cols-[minmax(0,1fr)_56px]")}>
        <WhenField companyId={companyId} timeZone={timeZone} />
        {isDelivery ? (
          <>
            <DraftField field="entrance" label="Подъезд" />
            <DraftField field="floor" label="Этаж" />
          </>
        ) : (
          <Persons />
        )}
      </div>
      {isDelivery && (
        <div className="grid grid-cols-[minmax(0,1fr)_56px_68px] gap-2">
          <DeliveryPhone />
          <Persons />
          <DraftField field="change" label="Сдача с, р." numeric />
        </div>
      )}
      <TextArea {...useTextField("note")} label="Комментарий" rows={2} data-walk="rare" />
      <Suspense>
        <TagsField companyId={companyId} />
      </Suspense>
    </div>
  );
};
