import { useSelector } from "@xstate/react";
import { useState } from "react";
import { fromPromise } from "xstate";
import { formatDateTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { Draft } from "#machines/orders/editor/draft.ts";
import type { NamedDraft } from "#machines/orders/editor/draftKeeper.machine.ts";
import { toStoredDraft } from "#machines/orders/editor/draftRecord.ts";
import { useServices, useTimeZone } from "../services/context.ts";
import { failureText } from "../services/failureText.ts";
import { useQuery } from "../shared/useQuery.ts";
import { useTask } from "../shared/useTask.ts";
import { listStoredDrafts, removeDraft } from "../storage/orderDraftStore.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";

type KeptDraftsQuery = QueryDescriptor<{ readonly prefix: string }, readonly NamedDraft[]>;

const createQuery = (now: () => number): KeptDraftsQuery => ({
  name: "keptDrafts",
  load: async (_, { prefix }) =>
    (await listStoredDrafts(prefix, now())).flatMap(({ name, value }) => {
      const stored = toStoredDraft(value);
      return stored ? [{ name, stored }] : [];
    }),
});

const addressOf = ({ street, house, entrance, floor, apartment }: Draft): string =>
  [street, house, entrance && `подъезд ${entrance}`, floor && `этаж ${floor}`, apartment && `кв. ${apartment}`]
    .filter(Boolean)
    .join(", ");

/** Returns the texts of a draft that the user has typed or chosen, with their headings. */
const factsOf = (draft: Draft, timeZone: string): readonly (readonly [head: string, text: string])[] =>
  (
    [
      ["Телефон", draft.phone && formatPhone(draft.phone)],
      ["Клиент", draft.customerName],
      ["Когда", draft.dateText || (draft.date && formatDateTime(draft.date, timeZone))],
      ["Адрес", addressOf(draft)],
      ["Телефон получателя", draft.deliveryPhone && formatPhone(draft.deliveryPhone)],
      ["Персон", draft.persons],
      ["Сдача с", draft.change],
      ["Промокод", draft.promoCode],
      ["Комментарий", draft.note],
    ] as const
  ).flatMap(([head, text]) => (text ? [[head, text] as const] : []));

const DraftCard = ({
  named: { name, stored },
  companyId,
  onRemoved,
}: {
  named: NamedDraft;
  companyId: number;
  onRemoved: () => void;
}) => {
  const timeZone = useTimeZone(companyId);
  const { draft } = stored.record;
  const task = useTask(
    () => ({
      run: fromPromise(async () => {
        await removeDraft(name);
        return 1;
      }),
    }),
    onRemoved,
  );
  const failure = useSelector(task, ({ context }) => context.failure);
  const isBusy = useSelector(task, (state) => state.hasTag("busy"));
  const lines = draft.lines.filter(({ isRemoved }) => !isRemoved);
  return (
    <li className="card mb-3 grid gap-2">
      <p className="text-sm text-muted">Черновик от {formatDateTime(new Date(stored.savedAt), timeZone)}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {factsOf(draft, timeZone).map(([head, text]) => (
          <div key={head} className="contents">
            <dt className="text-muted">{head}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 0 && (
        <ul aria-label="Блюда">
          {lines.map((line) => (
            <li key={line.key} className="wrap-anywhere">
              {line.name} × {line.count}
              {line.modificators.map((one) => `, ${one.name} × ${one.count}`)}
              {line.note && ` (${line.note})`}
            </li>
          ))}
        </ul>
      )}
      {failure && <ErrorBox message={failureText(failure)} />}
      <div>
        <Button why={isBusy && "Удаляем"} onClick={() => task.send({ type: "task.start", id: companyId })}>
          Удалить черновик
        </Button>
      </div>
    </li>
  );
};

/**
 * Unsaved orders of the user in a company to which they no longer have access. The user can read and delete the drafts,
 * so that typed text is not lost with the access.
 */
export const KeptDrafts = ({ companyId }: { companyId: number }) => {
  const { user, nowIfSynced } = useServices();
  const [descriptor] = useState(() => createQuery(nowIfSynced));
  const { shown, refresh } = useQuery(descriptor, { prefix: `${user.id}/${companyId}/` });
  if (!shown || shown.answer.length === 0) return null;
  return (
    <section aria-label="Незаконченные заказы" className="mb-4 text-left">
      <p className="mb-3">
        Здесь остались несохранённые заказы этой компании. Перепишите нужное: черновик хранится на этом компьютере 24
        часа.
      </p>
      <ul>
        {shown.answer.map((named) => (
          <DraftCard key={named.name} named={named} companyId={companyId} onRemoved={refresh} />
        ))}
      </ul>
    </section>
  );
};
