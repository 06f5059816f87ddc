import { useSelector } from "@xstate/react";
import { Suspense, useMemo, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { counted, type PluralForms } from "#domain/format.ts";
import { listCopySources } from "#machines/catalogue/companyCopy.ts";
import { sampleMenuActors } from "#machines/catalogue/sampleMenu.actors.ts";
import { setupTemplateActors } from "#machines/catalogue/setupTemplate.actors.ts";
import { firstStepsQuery } from "#machines/queries/firstSteps.ts";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { usePermissions, useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useTask } from "../../shared/useTask.ts";
import { Button } from "../../ui/Button.tsx";
import { prefetchDialog } from "../../ui/Dialog.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Link } from "../../ui/Link.tsx";
import { toast } from "../../ui/toast.ts";

const CompanyCopyDialog = lazyComponent("CompanyCopyDialog", () => import("./CompanyCopyDialog.tsx"));

type StepName = Schemas["FirstStepName"];
type Template = Schemas["FirstSteps"]["templates"][number];

const texts: Readonly<Record<StepName, { title: string; about: string; action: string; path: string }>> = {
  menu: { title: "Меню", about: "Хотя бы одно блюдо с ценой.", action: "Добавить блюдо", path: "Item/New" },
  statuses: {
    title: "Статусы и теги",
    about: "Пять основных статусов уже есть. Назовите их по-своему.",
    action: "Посмотреть",
    path: "OrderStatus",
  },
  payment: {
    title: "Способы оплаты",
    about: "Наличные и карта уже есть.",
    action: "Посмотреть",
    path: "PaymentMethod",
  },
  people: {
    title: "Сотрудники",
    about: "Пригласите операторов, кухню и курьеров.",
    action: "Пригласить",
    path: "Employee/New",
  },
  printer: {
    title: "Печать чеков",
    about: "Откройте Центр печати на компьютере у принтера.",
    action: "Настроить",
    path: "Printer",
  },
  order: {
    title: "Первый заказ",
    about: "Примите его, как от настоящего гостя.",
    action: "Принять заказ",
    path: "Order/New",
  },
};

const templateTexts: Readonly<Record<Template["name"], { step: StepName; label: string; forms: PluralForms }>> = {
  deliveryStatuses: { step: "statuses", label: "Доставка еды", forms: ["статус", "статуса", "статусов"] },
  coffeeStatuses: { step: "statuses", label: "Кофейня, навынос", forms: ["статус", "статуса", "статусов"] },
  tags: { step: "statuses", label: "Теги", forms: ["тег", "тега", "тегов"] },
  paymentMethods: {
    step: "payment",
    label: "Добавить способы",
    forms: ["способ оплаты", "способа оплаты", "способов оплаты"],
  },
};

/** Template with a button that adds the missing entries of the template. */
const TemplateRow = ({
  template: { name, missing },
  companyId,
  onDone,
}: {
  template: Template;
  companyId: number;
  onDone: () => void;
}) => {
  const { api } = useServices();
  const { label, forms } = templateTexts[name];
  const task = useTask(
    () => setupTemplateActors(api, name),
    (count) => {
      toast(count > 0 ? `Добавили ${counted(count, forms)}` : "Всё из шаблона уже есть");
      onDone();
    },
  );
  const failure = useSelector(task, ({ context }) => context.failure);
  const isBusy = useSelector(task, (state) => state.hasTag("busy"));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        why={isBusy && "Добавляем"}
        className="sm:min-w-44"
        onClick={() => task.send({ type: "task.start", id: companyId })}
      >
        {label}
      </Button>
      <span className="text-sm text-muted">Добавит: {missing.join(", ")}</span>
      {failure && <ErrorBox message={failureText(failure)} />}
    </li>
  );
};

/**
 * Ways to fill an empty menu: a button that adds sample dishes, and a link to the dish list, where a spreadsheet can be
 * imported.
 */
const MenuActions = ({ companyId, onDone }: { companyId: number; onDone: () => void }) => {
  const { api } = useServices();
  const task = useTask(
    () => sampleMenuActors(api),
    (count) => {
      toast(`Добавили ${counted(count, ["блюдо", "блюда", "блюд"])}`);
      onDone();
    },
  );
  const failure = useSelector(task, ({ context }) => context.failure);
  const isBusy = useSelector(task, (state) => state.hasTag("busy"));
  return (
    <>
      <Button why={isBusy && "Добавляем"} onClick={() => task.send({ type: "task.start", id: companyId })}>
        Заполнить примером
      </Button>
      <Link href={`/Company/${companyId}/Item`} className="btn btn-plain">
        Загрузить из Excel
      </Link>
      {failure && <ErrorBox message={failureText(failure)} />}
    </>
  );
};

const Step = ({
  step: { name, isDone },
  templates,
  companyId,
  isNext,
  onDone,
}: {
  step: Schemas["FirstSteps"]["steps"][number];
  templates: readonly Template[];
  companyId: number;
  /** True for the first step that is not done. The button of this step is highlighted. */
  isNext: boolean;
  onDone: () => void;
}) => {
  const { title, about, action, path } = texts[name];
  const mayFill = usePermissions(companyId)("catalogue.edit");
  return (
    <li className="flex gap-x-3 border-t border-line py-2.5 first:border-t-0">
      <span aria-hidden className={isDone ? "w-5 text-center text-positive" : "w-5 text-center text-muted"}>
        {isDone ? "✓" : "○"}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <h3 className="font-semibold">
            {title}
            <span className="sr-only">{isDone ? " (готово)" : " (не сделано)"}</span>
          </h3>
          <p className="text-sm text-muted">{about}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:basis-full">
          {name === "menu" && !isDone && mayFill && <MenuActions companyId={companyId} onDone={onDone} />}
          <Link href={`/Company/${companyId}/${path}`} className={isNext ? "btn btn-primary" : "btn btn-plain"}>
            {action}
          </Link>
        </div>
        {templates.length > 0 && (
          <ul aria-label={`Шаблоны: ${title}`} className="flex basis-full flex-col gap-2">
            {templates.map((template) => (
              <TemplateRow key={template.name} template={template} companyId={companyId} onDone={onDone} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
};

/**
 * Button that opens the dialog for copying from another company. Hidden if the user has no company to copy from, or
 * if the server does not offer the operation.
 */
const CopyAction = ({ companyId, onDone }: { companyId: number; onDone: () => void }) => {
  const { shell, references } = useServices();
  const companies = useSelector(shell, ({ context }) => context.companies);
  const sources = useMemo(() => listCopySources(companies, companyId), [companies, companyId]);
  const isOffered = useIsOffered("POST /api/Company/{companyId}/CopyFrom");
  const [isOpen, setIsOpen] = useState(false);
  if (!isOffered || sources.length === 0) return null;
  const finish = () => {
    references(companyId).send({ type: "query.refresh" });
    onDone();
  };
  return (
    <>
      <Button onPointerEnter={prefetchDialog} onFocus={prefetchDialog} onClick={() => setIsOpen(true)}>
        Скопировать из другой компании
      </Button>
      {isOpen && (
        <Suspense>
          <CompanyCopyDialog companyId={companyId} sources={sources} onDone={finish} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const Steps = ({ companyId }: { companyId: number }) => {
  const { shown, refresh } = useQuery(firstStepsQuery, { companyId });
  const steps = shown?.answer.steps ?? [];
  const templates = shown?.answer.templates.filter(({ missing }) => missing.length > 0) ?? [];
  const next = steps.find(({ isDone }) => !isDone);
  if (!next || steps.some(({ name, isDone }) => name === "order" && isDone)) return null;
  return (
    <section aria-label="Первые шаги" className="card mb-3">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">
          Первые шаги{" "}
          <span className="text-sm font-normal text-muted">
            {steps.filter(({ isDone }) => isDone).length} из {steps.length}
          </span>
        </h2>
        <CopyAction companyId={companyId} onDone={refresh} />
      </div>
      <ol>
        {steps.map((step) => (
          <Step
            key={step.name}
            step={step}
            templates={templates.filter(({ name }) => templateTexts[name].step === step.name)}
            companyId={companyId}
            isNext={step === next}
            onDone={refresh}
          />
        ))}
      </ol>
    </section>
  );
};

/**
 * Checklist of a new company for users who may change the settings, if the server offers the checklist. It is
 * hidden after the company's first order (the step `order`), even if other steps are not done.
 */
export const FirstSteps = ({ companyId }: { companyId: number }) => {
  const isOffered = useIsOffered("GET /api/Company/{companyId}/FirstSteps");
  const mayEdit = usePermissions(companyId)("settings.edit");
  return isOffered && mayEdit ? <Steps companyId={companyId} /> : null;
};
