import { useEffect, useEffectEvent, useId } from "react";
import { unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { PrintJobChoice, PrintJobRow } from "#machines/directory/descriptors/printJobs.ts";
import { useQuery } from "../../../shared/useQuery.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { failureReasons } from "../printTexts.ts";

type Choose = (patch: Partial<PrintJobChoice>) => void;

interface TargetQuery {
  readonly job: Pick<PrintJobRow, "id" | "companyId" | "kind">;
  readonly isAdmin: boolean;
}

interface Target {
  readonly id: number;
  readonly name: string;
}

const targets: QueryDescriptor<TargetQuery, readonly Target[]> = {
  name: "printTargets",
  load: async (api, { job: { id, companyId, kind }, isAdmin }, signal) => {
    if (isAdmin)
      return unwrap(api.GET("/api/Admin/PrintJob/{jobId}/Printer", { params: { path: { jobId: id } }, signal }));
    const params = { path: { companyId } };
    const printers = await unwrap(api.GET("/api/Printer/Company/{companyId}", { params, signal }));
    return printers.filter(({ kinds }) => kinds.includes(kind));
  },
};

/**
 * Select field for the printer to which a print job is moved. At first it chooses the first of the other printers;
 * without another printer a text is shown instead.
 */
export const RouteChoice = ({ job, isAdmin, onChoose }: { job: PrintJobRow; isAdmin: boolean; onChoose: Choose }) => {
  const { id, companyId, kind, printerId } = job;
  const { shown, error } = useQuery(targets, { job: { id, companyId, kind }, isAdmin });
  const name = useId();
  const others = shown?.answer.filter((printer) => printer.id !== printerId) ?? [];
  const first = others[0]?.id;
  const choose = useEffectEvent(onChoose);
  useEffect(() => choose({ printerId: first }), [first]);
  if (error && !shown) return <span role="alert">{error}</span>;
  if (!shown) return <Spinner />;
  if (others.length === 0) return "Другого принтера, который это печатает, в компании нет.";
  return (
    <span className="grid gap-1">
      <label htmlFor={name}>Принтер</label>
      <select id={name} className="field" onChange={(event) => onChoose({ printerId: Number(event.target.value) })}>
        {others.map((printer) => (
          <option key={printer.id} value={printer.id}>
            {printer.name}
          </option>
        ))}
      </select>
    </span>
  );
};

/** Select field for the reason why a print job failed. */
export const ReasonChoice = ({ onChoose }: { onChoose: Choose }) => {
  const name = useId();
  return (
    <span className="grid gap-1">
      <label htmlFor={name}>Почему</label>
      <select
        id={name}
        className="field"
        defaultValue={failureReasons[0]}
        onChange={(event) => onChoose({ reason: event.target.value })}
      >
        {failureReasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
    </span>
  );
};
