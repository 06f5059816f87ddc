import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { usePermissions, useTimeZone } from "../../../context.ts";
import { lacks } from "../../../permissionNames.ts";
import { Button } from "../../../ui/Button.tsx";
import { Facts } from "./Facts.tsx";
import { PrintProblem } from "./PrintProblem.tsx";
import { useStanding } from "./useDetail.ts";
import { usePrint } from "./usePrint.ts";
import { useTab } from "./useTab.ts";

const PrimeCost = () => {
  const { state, retry } = useTab("primeCost");
  const { primeCost } = state.context.data;
  if (state.hasTag("shown") && primeCost !== undefined) return formatMoney(primeCost);
  if (!state.matches("failed")) return <span className="block h-3 w-24 animate-pulse rounded bg-sunken" />;
  return (
    <span className="flex flex-wrap items-center gap-2 text-negative">
      {state.context.message}
      <Button onClick={retry}>Повторить</Button>
    </span>
  );
};

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

const externalFacts = ({ id, orderUrl }: NonNullable<Schemas["Order"]["externalSystemInfo"]>) => {
  const link = orderUrl && isWeb(orderUrl) && (
    <a className="text-accent underline" href={orderUrl} target="_blank" rel="noreferrer">
      Открыть
    </a>
  );
  return [["Номер во внешней системе", id] as const, ["Заказ во внешней системе", link] as const];
};

/** Who took the order and when, what it costs, where it came from. */
export const Details = () => {
  const { order } = useStanding();
  const printer = usePrint();
  const timeZone = useTimeZone(order.companyId);
  const may = usePermissions(order.companyId);
  const cost = may("finance.view") ? <PrimeCost /> : <span className="text-muted">{lacks("finance.view")}</span>;
  const external = order.externalSystemInfo;
  return (
    <div className="grid gap-3">
      <Facts
        facts={[
          ["Принял", order.operatorAlias],
          ["Создан", formatDateTime(order.creationDate, timeZone)],
          ["Себестоимость", cost],
          ["Внешняя система", external?.name],
          ...(external ? externalFacts(external) : []),
          ["Полный номер", String(order.id)],
        ]}
      />
      <p>
        <Button why={printer.why} onClick={() => printer.print("usedStockItems")}>
          Печать использованных позиций склада
        </Button>
      </p>
      <PrintProblem problem={printer.problem} dismiss={printer.dismiss} />
    </div>
  );
};
