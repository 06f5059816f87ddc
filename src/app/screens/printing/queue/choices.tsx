import { useId } from "react";
import { unwrap } from "#api/client.ts";
import type { Viewed } from "#machines/resource/view.ts";
import type { PrintJobChoice, PrintJobRow } from "#machines/resources/printJobs.ts";
import { useView } from "../../../resource/useView.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { failureReasons } from "../words.ts";

/** What a dialog has chosen; the command reads it when it is confirmed. */
interface Choice {
  current: PrintJobChoice;
}

interface Asked {
  readonly job: Pick<PrintJobRow, "id" | "companyId" | "kind">;
  readonly isAdmin: boolean;
}

interface Target {
  readonly id: number;
  readonly name: string;
}

const targets: Viewed<Asked, readonly Target[]> = {
  name: "printTargets",
  load: async (api, { job: { id, companyId, kind }, isAdmin }, signal) => {
    if (isAdmin)
      return unwrap(api.GET("/api/Admin/PrintJob/{jobId}/Printer", { params: { path: { jobId: id } }, signal }));
    const params = { path: { companyId } };
    const printers = await unwrap(api.GET("/api/Printer/Company/{companyId}", { params, signal }));
    return printers.filter(({ kinds }) => kinds.includes(kind));
  },
};

/** The printers that a job may be moved to. */
export const RouteChoice = ({ job, isAdmin, choice }: { job: PrintJobRow; isAdmin: boolean; choice: Choice }) => {
  const { id, companyId, kind, printerId } = job;
  const { shown, error } = useView(targets, { job: { id, companyId, kind }, isAdmin });
  const name = useId();
  if (error && !shown) return <span role="alert">{error}</span>;
  if (!shown) return <Spinner />;
  const others = shown.answer.filter((printer) => printer.id !== printerId);
  if (others.length === 0) return "Другого принтера, который это печатает, в компании нет.";
  choice.current = { ...choice.current, printerId: others[0]?.id };
  return (
    <span className="grid gap-1">
      <label htmlFor={name}>Принтер</label>
      <select
        id={name}
        className="field"
        onChange={(event) => {
          choice.current = { ...choice.current, printerId: Number(event.target.value) };
        }}
      >
        {others.map((printer) => (
          <option key={printer.id} value={printer.id}>
            {printer.name}
          </option>
        ))}
      </select>
    </span>
  );
};

/** Why a job did not come out. */
export const ReasonChoice = ({ choice }: { choice: Choice }) => {
  const name = useId();
  return (
    <span className="grid gap-1">
      <label htmlFor={name}>Почему</label>
      <select
        id={name}
        className="field"
        defaultValue={choice.current.reason}
        onChange={(event) => {
          choice.current = { ...choice.current, reason: event.target.value };
        }}
      >
        {failureReasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
    </span>
  );
};
