import type { Schemas } from "#api/client.ts";
import { formatAmount } from "#domain/money.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";

/**
 * Table of the finance sources with their turnovers in a period, and their balances at the start and end of the period.
 */
export const TurnoverTable = ({
  sources,
  companyId,
}: {
  sources: Schemas["FinanceReport"]["sources"];
  companyId: number;
}) => (
  <section aria-label="По источникам" className="sheet min-w-0">
    <h2 className="px-3 pt-2 font-semibold">По источникам</h2>
    <table className="table">
      <caption className="sr-only">Остатки и движение денег по источникам, рублей</caption>
      <thead>
        <tr>
          <th scope="col">Источник</th>
          <th scope="col" className="num max-[700px]:hidden">
            Было, р.
          </th>
          <th scope="col" className="num max-[700px]:hidden">
            Пришло, р.
          </th>
          <th scope="col" className="num max-[700px]:hidden">
            Ушло, р.
          </th>
          <th scope="col" className="num">
            Стало, р.
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ id, name, opening, received, spent, closing }) => (
          <tr key={id}>
            <td className="wrap-anywhere">
              <Link
                href={`/Company/${companyId}/Finance/Transaction?source=${id}`}
                className="text-accent hover:underline"
              >
                {name}
              </Link>
            </td>
            <td className="num whitespace-nowrap max-[700px]:hidden">{formatAmount(opening)}</td>
            <td className="num whitespace-nowrap max-[700px]:hidden">{formatAmount(received)}</td>
            <td className="num whitespace-nowrap max-[700px]:hidden">{formatAmount(spent)}</td>
            <td className={classNames("num font-semibold whitespace-nowrap", closing < 0 && "text-negative")}>
              {formatAmount(closing)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
