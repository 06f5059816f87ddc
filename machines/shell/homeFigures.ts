import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import type { Failure } from "#machines/core/failure.ts";

/** Figures of one company on the home page, as they were last read. */
export interface CompanyFigures {
  /** Undefined before the first successful read. */
  readonly state: Schemas["CompanyState"] | undefined;
  /** Server time of the last successful read, ms since 1970. */
  readonly at: number | undefined;
  /** Failure of the last read. Undefined if the last read succeeded. */
  readonly failure: Failure | undefined;
}

/** Sums over the companies with known figures. */
export interface TotalFigures {
  readonly openCount: number;
  /** Number of late orders. Undefined if the server sends no such number for one of these companies. */
  readonly lateCount: number | undefined;
  /** Sum over the companies for which the user may see the income, roubles. Undefined if there is no such company. */
  readonly acceptedToday: number | undefined;
  /** Number of companies without figures. */
  readonly missing: number;
}

/**
 * Returns the number of open orders of a company. A server with only the documented operations sends no `openCount`. In
 * this case the number of today's open orders (`orders.openCount`) is returned.
 */
export const openCountOf = ({ openCount, orders }: Schemas["CompanyState"]): number => openCount ?? orders.openCount;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Adds up the figures of companies. An undefined element means that the figures of a company have not been read. */
export const sumCompanies = (companies: readonly (CompanyFigures | undefined)[]): TotalFigures => {
  const states = companies.flatMap((figures) => figures?.state ?? []);
  const late = states.map(({ lateCount }) => lateCount).filter(isNumber);
  const accepted = states.map(({ acceptedToday }) => acceptedToday).filter(isNumber);
  return {
    openCount: sum(states.map(openCountOf)),
    lateCount: late.length === states.length ? sum(late) : undefined,
    acceptedToday: accepted.length > 0 ? roundMoney(sum(accepted)) : undefined,
    missing: companies.length - states.length,
  };
};
