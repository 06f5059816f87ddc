import { useSelector } from "@xstate/react";
import { useId, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatTime } from "#domain/format.ts";
import { type PrintMode, reasonNotToServe } from "#machines/printing/printCenter.ts";
import { useServices, useTimeZone } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { permissionReasonText } from "../../../services/permissionReasons.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Note } from "../../../ui/Note.tsx";
import { NotOffered } from "../../../ui/NotOffered.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { kindNames, paperNames } from "../printTexts.ts";
import { KioskGuide } from "./KioskGuide.tsx";
import { type CenterActor, type CenterState, newUuid } from "./useCenterMachine.ts";

type Printer = Schemas["Printer"];

const CompanyChoice = ({ center, companyId }: { center: CenterActor; companyId: number }) => {
  const companies = useSelector(useServices().shell, ({ context }) => context.companies);
  const id = useId();
  const state = useSelector(center, (snapshot) => snapshot);
  const printing = companies.filter((company) => !reasonNotToServe(state.context, company.id));
  if (printing.length < 2) return null;
  return (
    <div className="grid max-w-sm gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        Компания
      </label>
      <select
        id={id}
        className="field"
        value={companyId}
        onChange={(event) => center.send({ type: "company.choose", companyId: Number(event.target.value) })}
      >
        {printing.map((company) => (
          <option key={company.id} value={company.id}>
            {company.name}
          </option>
        ))}
      </select>
    </div>
  );
};

const PrinterChoice = ({
  printer,
  isChosen,
  timeZone,
  onChoose,
}: {
  printer: Printer;
  isChosen: boolean;
  timeZone: string;
  onChoose: () => void;
}) => (
  <label className="card flex cursor-pointer items-start gap-3 has-checked:border-accent has-checked:bg-accent-weak">
    <input type="radio" name="printer" className="mt-1" checked={isChosen} onChange={onChoose} />
    <span className="grid min-w-0 gap-0.5">
      <b className="wrap-anywhere">{printer.name}</b>
      <span className="text-sm text-muted">
        {printer.kinds.map((kind) => kindNames[kind].toLowerCase()).join(", ")} · {paperNames[printer.paper]}
      </span>
      <span className="text-sm">
        {printer.duty
          ? `на дежурстве ${printer.duty.userAlias} с ${formatTime(new Date(printer.duty.since), timeZone)}`
          : "никого на дежурстве"}
        {printer.waiting > 0 && `, ждут заданий: ${printer.waiting}`}
      </span>
    </span>
  </label>
);

const modes: readonly { value: PrintMode; title: string; about: string }[] = [
  {
    value: "click",
    title: "По щелчку",
    about: "каждое задание открывает окно печати, потом надо ответить, напечаталось ли",
  },
  { value: "auto", title: "Само", about: "без вопросов; браузер должен быть запущен в режиме киоска" },
];

const Plan = ({
  center,
  printers,
  companyId,
}: {
  center: CenterActor;
  printers: readonly Printer[];
  companyId: number;
}) => {
  const timeZone = useTimeZone(companyId);
  const [printerId, setPrinterId] = useState(printers[0]?.id);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [mode, setMode] = useState<PrintMode>("click");
  const printer = printers.find(({ id }) => id === printerId);
  const why = useSelector(center, ({ context }) => permissionReasonText(reasonNotToServe(context, companyId)));
  const kinds = printer?.kinds.filter((kind) => !left.includes(kind)) ?? [];
  if (!printer)
    return (
      <p className="text-muted">
        Принтеров в этой компании пока нет.{" "}
        <Link href={`/Company/${companyId}/Printer/New`} className="text-accent underline">
          Добавить принтер
        </Link>
      </p>
    );
  const start = () =>
    center.send({ type: "duty.start", dutyId: newUuid(), plan: { companyId, printerId: printer.id, kinds, mode } });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (kinds.length > 0) start();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-semibold">Принтер, который подключён к этому компьютеру</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(260px,1fr))] gap-2">
          {printers.map((one) => (
            <PrinterChoice
              key={one.id}
              printer={one}
              timeZone={timeZone}
              isChosen={one.id === printer.id}
              onChoose={() => {
                setPrinterId(one.id);
                setLeft([]);
              }}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="mb-1 text-sm font-semibold">Что печатать</legend>
        {printer.kinds.map((kind) => (
          <label key={kind} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={!left.includes(kind)}
              onChange={(event) => setLeft(event.target.checked ? left.filter((one) => one !== kind) : [...left, kind])}
            />
            {kindNames[kind]}
          </label>
        ))}
      </fieldset>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">Как печатать</legend>
        {modes.map(({ value, title, about }) => (
          <label key={value} className="flex min-h-8 items-start gap-2">
            <input type="radio" name="mode" className="mt-1" checked={mode === value} onChange={() => setMode(value)} />
            <span>
              {title} <span className="text-muted">— {about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <KioskGuide />
      <p>
        <Button type="submit" kind="primary" why={why ?? (kinds.length === 0 && "Выберите, что печатать")}>
          Заступить на дежурство
        </Button>
      </p>
    </form>
  );
};

/**
 * Form that starts a print duty (this browser prints the queue of a printer). The user chooses the company, printer,
 * documents and print mode.
 */
export const ChooseDuty = ({ center, state }: { center: CenterActor; state: CenterState }) => {
  const { companyId, printers, failure } = state.context;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-muted">
        Браузер на дежурстве забирает задания из очереди своего принтера и печатает их. За одним принтером дежурит один
        браузер.
      </p>
      {failure?.kind === "notOffered" && <NotOffered />}
      {failure && !state.matches("unlisted") && <Note>{failureText(failure)}</Note>}
      <CompanyChoice center={center} companyId={companyId} />
      {state.hasTag("busy") && <Spinner />}
      {state.matches("unlisted") && failure?.kind !== "notOffered" && (
        <ErrorBox message="Список принтеров не загрузился.">
          <Button onClick={() => center.send({ type: "printers.retry" })}>Повторить</Button>
        </ErrorBox>
      )}
      {state.matches("choosing") && <Plan key={companyId} center={center} printers={printers} companyId={companyId} />}
    </div>
  );
};
