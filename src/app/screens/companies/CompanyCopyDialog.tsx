import { useSelector } from "@xstate/react";
import type { Schemas } from "#api/client.ts";
import { companyCopyActors } from "#machines/catalogue/companyCopy.actors.ts";
import { companyCopyMachine } from "#machines/catalogue/companyCopy.machine.ts";
import {
  type CopyPart,
  type CopyReason,
  type CopySource,
  copyParts,
  reasonNotToCopy,
} from "#machines/catalogue/companyCopy.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { MutationProgress } from "../../shared/MutationProgress.tsx";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";

type Count = Schemas["CompanyCopyCount"];

const partTexts: Readonly<Record<CopyPart, string>> = {
  orderStatuses: "Статусы заказов",
  paymentMethods: "Способы оплаты",
  tags: "Теги",
  menu: "Меню: категории и блюда",
  discounts: "Скидки",
};

const reasonTexts: Readonly<Record<CopyReason, string>> = {
  noCompany: "Выберите компанию",
  noParts: "Выберите, что скопировать",
};

/**
 * Titles of the kinds of copied entries, and the reason why some entries of a kind cannot be copied. The reason is
 * empty if all entries of the kind can be copied.
 */
const kindTexts: Readonly<Record<Count["kind"], { title: string; unresolved: string }>> = {
  orderStatus: { title: "Статусы заказов", unresolved: "" },
  paymentMethod: { title: "Способы оплаты", unresolved: "нет такой внешней оплаты" },
  tag: { title: "Теги", unresolved: "" },
  discount: { title: "Скидки", unresolved: "нет их блюд или категорий" },
  category: { title: "Категории", unresolved: "нет их родителя" },
  item: { title: "Блюда", unresolved: "нет их категорий" },
  itemPrice: { title: "Свои цены общих блюд", unresolved: "" },
  itemStop: { title: "Стопы общих блюд", unresolved: "нет права на стоп-лист" },
};

const progressTexts = {
  sending: "Копируем…",
  verifying: "Проверяем, скопировано ли",
  notRecorded: "Ничего не скопировано. Отправить ещё раз?",
};

const CountRow = ({ count: { kind, added, existing, unresolved } }: { count: Count }) => (
  <tr className="border-t border-line align-top">
    <th scope="row" className="py-1.5 pr-3 text-left font-normal">
      {kindTexts[kind].title}
      {unresolved > 0 && (
        <span className="block text-xs text-negative">
          Не скопировано {unresolved}: {kindTexts[kind].unresolved}
        </span>
      )}
    </th>
    <td className="py-1.5 pr-3 text-right font-semibold tabular-nums">{added}</td>
    <td className="py-1.5 text-right text-muted tabular-nums">{existing}</td>
  </tr>
);

const Report = ({ counts }: { counts: readonly Count[] }) => (
  <table className="w-full text-sm" aria-label="Что скопировано">
    <thead className="text-xs text-muted">
      <tr>
        <td />
        <th scope="col" className="py-1 pr-3 text-right font-normal">
          Добавлено
        </th>
        <th scope="col" className="py-1 text-right font-normal whitespace-nowrap">
          Уже было
        </th>
      </tr>
    </thead>
    <tbody>
      {counts.map((count) => (
        <CountRow key={count.kind} count={count} />
      ))}
    </tbody>
  </table>
);

const useCompanyCopy = (companyId: number, sources: readonly CopySource[]) => {
  const { api, environment, newKey } = useServices();
  return useProvidedActor(companyCopyMachine, () => companyCopyActors({ api, environment, newKey }), {
    companyId,
    sources,
  });
};

type CopyActor = ReturnType<typeof useCompanyCopy>;

const Choice = ({ actor }: { actor: CopyActor }) => {
  const { sources, source, parts, failure } = useSelector(actor, ({ context }) => context);
  const error = failureText(failure);
  return (
    <div className="grid gap-3">
      {error && <ErrorBox message={error} />}
      <Field label="Из какой компании" isRequired>
        {(control) => (
          <select
            {...control}
            data-autofocus
            className="field"
            value={source?.id ?? ""}
            onChange={({ target }) => actor.send({ type: "company.choose", id: Number(target.value) })}
          >
            {!source && <option value="">Выберите компанию</option>}
            {sources.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {source && (
        <fieldset>
          <legend className="mb-0.5 text-xs text-muted">Что скопировать</legend>
          {copyParts.map((part) => (
            <TickBox
              key={part}
              checked={parts.includes(part)}
              disabled={!source.parts.includes(part)}
              onChange={() => actor.send({ type: "part.toggle", part })}
            >
              {partTexts[part]}
              {!source.parts.includes(part) && <span className="text-sm text-muted">нет права на каталог</span>}
            </TickBox>
          ))}
        </fieldset>
      )}
      <p className="text-sm text-muted">
        То, что уже есть с таким же названием, не изменится. Общее меню группы, составы блюд, сотрудники, склад, деньги
        и ключи платёжных систем не копируются.
      </p>
    </div>
  );
};

/**
 * Dialog that copies directories and the menu of another company of the user, and then shows how many entries it has
 * copied.
 */
export const CompanyCopyDialog = ({
  companyId,
  sources,
  onDone,
  onClose,
}: {
  companyId: number;
  /** Companies from which the user may copy. */
  sources: readonly CopySource[];
  onDone: () => void;
  onClose: () => void;
}) => {
  const actor = useCompanyCopy(companyId, sources);
  useEmitted(actor, { "copy.done": onDone, "copy.closed": onClose });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { mutation } = state.children;
  const { report } = state.context;
  const isBusy = state.hasTag("busy");
  const reason = reasonNotToCopy(state.context);
  const close = () => actor.send({ type: "copy.close" });
  return (
    <Dialog
      title="Скопировать из другой компании"
      size="medium"
      onClose={close}
      actions={
        report ? (
          <Button kind="primary" data-autofocus onClick={close}>
            Готово
          </Button>
        ) : (
          <>
            <Button why={isBusy && "Копируем"} onClick={close}>
              Отмена
            </Button>
            <Button
              kind="primary"
              why={isBusy ? "Копируем" : reason && reasonTexts[reason]}
              onClick={() => actor.send({ type: "copy.submit" })}
            >
              Скопировать
            </Button>
          </>
        )
      }
    >
      {mutation && <MutationProgress mutation={mutation} texts={progressTexts} />}
      {report && <Report counts={report.counts} />}
      {!isBusy && !report && <Choice actor={actor} />}
    </Dialog>
  );
};
