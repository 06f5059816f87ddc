import { useSelector } from "@xstate/react";
import { useMemo, useState } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { type CustomerFile, customerCardQuery, customersQuery } from "#machines/directory/descriptors/customers.ts";
import { useApi } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { MutationProgress } from "../../shared/MutationProgress.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Note } from "../../ui/Note.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { type CardActor, useReasonNotToConfirm } from "./cardReasons.ts";
import { customerAddress, riskTexts } from "./customerTexts.ts";

const texts = {
  sending: "Записываем…",
  verifying: "Проверяем, записано ли",
  notRecorded: "Действие не записано. Отправить ещё раз?",
};

/** Messages about an action on a card: a conflict, an error, or the progress. */
const ActionState = ({ actor }: { actor: CardActor }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const mutation = state.children.mutation;
  const error = failureText(state.context.failure);
  return (
    <>
      {state.context.isStale && <Note>Карточку изменил кто-то другой. Проверьте данные и подтвердите ещё раз.</Note>}
      {error && <ErrorBox message={error} />}
      {mutation && <MutationProgress mutation={mutation} texts={texts} />}
    </>
  );
};

const nameOf = ({ alias, phone }: Pick<CustomerFile, "alias" | "phone">): string => alias ?? formatPhone(phone);

const Side = ({ title, card }: { title: string; card: CustomerFile }) => (
  <section aria-label={title} className="min-w-0 flex-1 basis-56 rounded-md border border-line p-3 text-sm">
    <p className="text-xs text-muted">{title}</p>
    <b className="block wrap-anywhere">{card.alias ?? "Имя не указано"}</b>
    <p>{[card, ...card.phones].map(({ phone }) => formatPhone(phone)).join(", ")}</p>
    <p>
      {counted(card.orderCount, ["заказ", "заказа", "заказов"])} на {formatMoney(card.totalPay)}
    </p>
    {card.risk !== "none" && (
      <p className="text-negative wrap-anywhere">
        {riskTexts[card.risk].title}: {card.riskReason}
      </p>
    )}
    {card.note && <p className="whitespace-pre-line text-muted wrap-anywhere">{card.note}</p>}
    {card.addresses.slice(0, 3).map((address) => (
      <p key={customerAddress(address)} className="text-muted wrap-anywhere">
        {customerAddress(address)}
      </p>
    ))}
  </section>
);

const FOUND = 8;

/**
 * Search field for the second card of a merge, with at most eight matching cards. The card that is being merged is
 * excluded.
 */
const OtherCard = ({ card, onChoose }: { card: CustomerFile; onChoose: (id: number) => void }) => {
  const api = useApi();
  const [search, setSearch] = useState("");
  const descriptor = useMemo(
    () => ({
      name: "otherCard",
      load: async (_: typeof api, { text }: { text: string }, signal: AbortSignal) =>
        text.trim() === ""
          ? []
          : (await customersQuery(card.companyId).page(api, { search: text.trim() }, undefined, signal)).rows,
    }),
    [api, card.companyId],
  );
  const view = useQuery(descriptor, { text: search });
  return (
    <>
      <TextField
        label="С какой карточкой объединить"
        hint="Имя, телефон или адрес"
        data-autofocus
        value={search}
        onText={setSearch}
      />
      <QueryResult view={view}>
        {(rows) => {
          const others = rows.filter(({ id }) => id !== card.id).slice(0, FOUND);
          return (
            <div className="grid gap-1">
              {others.map((row) => (
                <Button key={row.id} className="!justify-start" onClick={() => onChoose(row.id)}>
                  <span className="min-w-0 flex-1 truncate text-left">{row.alias ?? "Имя не указано"}</span>
                  <span className="text-muted">{formatPhone(row.phone)}</span>
                </Button>
              ))}
              {others.length === 0 && search.trim() !== "" && <p className="text-sm text-muted">Ничего не найдено.</p>}
            </div>
          );
        }}
      </QueryResult>
    </>
  );
};

const Comparison = ({ card, other }: { card: CustomerFile; other: CustomerFile }) => (
  <div className="grid gap-3">
    <div className="flex flex-wrap gap-3">
      <Side title="Войдёт в другую" card={card} />
      <Side title="Останется" card={other} />
    </div>
    <ul className="list-disc pl-5 text-sm">
      <li>
        Останется карточка «{nameOf(other)}»: у неё будут{" "}
        {counted(card.orderCount + other.orderCount, ["заказ", "заказа", "заказов"])} на{" "}
        {formatMoney(card.totalPay + other.totalPay)}, звонки и адреса обеих.
      </li>
      <li>Звонок или заказ с {formatPhone(card.phone)} откроет её же.</li>
      <li>Пустые поля возьмутся из другой карточки, заметки сложатся, останется более строгое отношение.</li>
      <li>30 дней объединение можно отменить.</li>
    </ul>
  </div>
);

/** Query for the second card of a merge. Resolves with null until the user has chosen a card. */
const otherCardQuery: QueryDescriptor<{ companyId: number; id: number | undefined }, CustomerFile | null> = {
  name: "mergedCard",
  load: async (api, { companyId, id }, signal) =>
    id === undefined ? null : customerCardQuery.load(api, { companyId, id }, signal),
};

const reasonNotToMergeInto = (other: CustomerFile | null | undefined): string | undefined => {
  if (!other) return "Выберите вторую карточку";
  return other.mergedInto || other.isAnonymized ? "Эту карточку объединить нельзя" : undefined;
};

/** Dialog that merges the card into a second card. The user searches for the second card, unless it is suggested. */
export const MergeDialog = ({
  actor,
  card,
  suggested,
}: {
  actor: CardActor;
  card: CustomerFile;
  /** Id of the second card if the user has chosen it in the list of duplicates. */
  suggested: number | undefined;
}) => {
  const { companyId, id, version } = card;
  const [otherId, setOtherId] = useState(suggested);
  const view = useQuery(otherCardQuery, { companyId, id: otherId });
  const isBusy = useSelector(actor, (state) => state.hasTag("busy"));
  const other = view.shown?.query.id === otherId ? view.shown?.answer : undefined;
  const close = () => actor.send({ type: "action.cancel" });
  const submit = () =>
    other &&
    actor.send({ type: "action.submit", request: { kind: "merge", companyId, id, version, intoId: other.id } });
  return (
    <Dialog
      title={`Объединить карточку «${nameOf(card)}»`}
      size="large"
      onClose={close}
      actions={
        <>
          {otherId !== undefined && !isBusy && (
            <Button onClick={() => setOtherId(undefined)}>Выбрать другую карточку</Button>
          )}
          <Button why={isBusy && "Записываем"} onClick={close}>
            Отмена
          </Button>
          <Button kind="primary" why={useReasonNotToConfirm(actor) ?? reasonNotToMergeInto(other)} onClick={submit}>
            Объединить
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ActionState actor={actor} />
        {!isBusy && otherId === undefined && <OtherCard card={card} onChoose={setOtherId} />}
        {!isBusy && otherId !== undefined && (
          <QueryResult view={view}>{() => other && <Comparison card={card} other={other} />}</QueryResult>
        )}
      </div>
    </Dialog>
  );
};

/** Dialog that undoes a merge. `from` is the card that the undo separates again. */
export const UnmergeDialog = ({
  actor,
  companyId,
  from,
}: {
  actor: CardActor;
  companyId: number;
  from: { readonly id: number; readonly alias: string | null; readonly phone: string };
}) => {
  const isBusy = useSelector(actor, (state) => state.hasTag("busy"));
  const close = () => actor.send({ type: "action.cancel" });
  return (
    <Dialog
      title={`Отделить карточку «${from.alias ?? formatPhone(from.phone)}»?`}
      onClose={close}
      actions={
        <>
          <Button data-autofocus why={isBusy && "Записываем"} onClick={close}>
            Нет
          </Button>
          <Button
            kind="primary"
            why={useReasonNotToConfirm(actor)}
            onClick={() => actor.send({ type: "action.submit", request: { kind: "unmerge", companyId, id: from.id } })}
          >
            Отделить
          </Button>
        </>
      }
    >
      <ActionState actor={actor} />
      <p>
        Карточка снова станет отдельной: с заказами и звонками {formatPhone(from.phone)}, с прежними именем и заметкой.
        То, что вы изменили после объединения, останется.
      </p>
    </Dialog>
  );
};

const DIGITS = 4;

/** Dialog that anonymises a customer. The user types the last digits of the phone to confirm. */
export const AnonymizeDialog = ({ actor, card }: { actor: CardActor; card: CustomerFile }) => {
  const [typed, setTyped] = useState("");
  const isBusy = useSelector(actor, (state) => state.hasTag("busy"));
  const close = () => actor.send({ type: "action.cancel" });
  const isRight = typed.length === DIGITS && card.phone.endsWith(typed);
  const submit = () =>
    actor.send({
      type: "action.submit",
      request: {
        kind: "anonymize",
        companyId: card.companyId,
        id: card.id,
        version: card.version,
        phoneEnding: typed,
      },
    });
  return (
    <Dialog
      title={`Обезличить клиента «${nameOf(card)}»?`}
      onClose={close}
      actions={
        <>
          <Button why={isBusy && "Записываем"} onClick={close}>
            Нет
          </Button>
          <Button
            kind="primary"
            why={useReasonNotToConfirm(actor) ?? (!isRight && "Введите последние четыре цифры телефона")}
            onClick={submit}
          >
            Обезличить
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <ActionState actor={actor} />
        <p>
          Имя, телефоны, заметка, день рождения и адреса исчезнут из карточки, заказов, их истории, звонков и
          уведомлений. Блюда и суммы заказов останутся. <b>Отменить это нельзя.</b>
        </p>
        <TextField
          label={`Последние четыре цифры номера ${formatPhone(card.phone)}`}
          inputMode="numeric"
          maxLength={DIGITS}
          data-autofocus
          value={typed}
          onText={setTyped}
        />
      </div>
    </Dialog>
  );
};
