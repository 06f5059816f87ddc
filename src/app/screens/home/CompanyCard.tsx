import { useActorRef, useSelector } from "@xstate/react";
import { useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { companyStateActors } from "#machines/shell/companyState.actors.ts";
import { companyStateMachine } from "#machines/shell/companyState.machine.ts";
import { useApi } from "../../context.ts";
import { Link } from "../../ui/Link.tsx";
import { Picture } from "../../ui/Picture.tsx";

const Figure = ({ value, label, isBad }: { value: string; label: string; isBad?: boolean }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={isBad ? "text-lg font-semibold text-negative" : "text-lg font-semibold"}>{value}</dd>
  </div>
);

const figures = (state: Schemas["CompanyState"] | undefined) => (
  <>
    <Figure value={state ? String(state.openCount) : "—"} label="Открыто заказов" />
    <Figure value={state ? String(state.lateCount) : "—"} label="Опаздывают" isBad={(state?.lateCount ?? 0) > 0} />
    {typeof state?.acceptedToday === "number" && (
      <Figure value={formatMoney(state.acceptedToday)} label="Принято сегодня" />
    )}
  </>
);

/** A company on the first page: how it stands, and the ways in (platform, section 2). */
export const CompanyCard = ({ company: { id, name, logoUrl } }: { company: Schemas["Company"] }) => {
  const api = useApi();
  const [machine] = useState(() => companyStateMachine.provide({ actors: companyStateActors(api) }));
  const card = useActorRef(machine, { input: { companyId: id } });
  const state = useSelector(card, ({ context }) => context.state);
  const isFailed = useSelector(card, (snapshot) => snapshot.hasTag("failed"));
  return (
    <li className="card flex flex-col gap-3">
      <h2 className="flex items-center gap-2.5 text-lg font-semibold">
        {logoUrl && <Picture src={logoUrl} size={32} className="size-8 rounded object-contain" />}
        <Link href={`/Company/${id}`} className="min-w-0 wrap-anywhere hover:text-accent">
          {name}
        </Link>
      </h2>
      {isFailed && !state ? (
        <p className="text-sm text-muted">Показатели недоступны.</p>
      ) : (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">{figures(state)}</dl>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <Link href={`/Company/${id}`} className="btn btn-primary">
          Открытые заказы
        </Link>
        <Link href={`/Company/${id}/Dashboard`} className="btn btn-plain">
          Состояние
        </Link>
        <Link href={`/Company/${id}/Payment`} className="btn btn-plain">
          Принято оплат сегодня
        </Link>
        <Link href={`/Company/${id}/Operations`} className="btn btn-plain">
          Управление
        </Link>
      </div>
    </li>
  );
};
