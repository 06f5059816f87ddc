import { formatMoney } from "#domain/money.ts";
import { type CashDrawer, cashDrawersQuery } from "#machines/queries/finance.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Note } from "../../ui/Note.tsx";
import { OpenShift } from "./OpenShift.tsx";

const ClosedDrawer = ({ drawer: { name, balance }, path }: { drawer: CashDrawer; path: string }) => (
  <section aria-label={name} className="card grid gap-3">
    <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
    <p>
      Смена закрыта. По учёту в кассе <b className="whitespace-nowrap">{formatMoney(balance)}</b>
    </p>
    <div>
      <ActionLink kind="primary" href={`${path}/New`}>
        Открыть смену
      </ActionLink>
    </div>
  </section>
);

/** Cash drawers of a company with their open shifts (areas, section 6). */
export const Shifts = ({ companyId }: { companyId: number }) => {
  const view = useQuery(cashDrawersQuery, { companyId });
  const path = `/Company/${companyId}/Finance/Shift`;
  useTitle("Касса");
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h1 className="mr-auto">Касса</h1>
        <ActionLink href={`${path}/HandIn`}>Наличные сотрудников</ActionLink>
        <ActionLink href={`${path}/List`}>Все смены</ActionLink>
      </header>
      <QueryResult view={view}>
        {({ drawers, requireShift }) => (
          <div className="grid max-w-3xl gap-3 min-[1700px]:max-w-none">
            {requireShift && drawers.every(({ shift }) => shift === null) && (
              <Note>Наличные принимают только в открытую смену.</Note>
            )}
            {drawers.map((drawer) =>
              drawer.shift ? (
                <OpenShift key={drawer.shift.id} companyId={companyId} shift={drawer.shift} />
              ) : (
                <ClosedDrawer key={`drawer ${drawer.id}`} drawer={drawer} path={path} />
              ),
            )}
          </div>
        )}
      </QueryResult>
    </>
  );
};
