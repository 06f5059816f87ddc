import type { Db } from "../database/connection.ts";
import { insertMany } from "./bulk.ts";
import { demoCompanies, demoIdOf, demoStatusIds } from "./configuration.ts";
import type { DemoOrder } from "./orders.ts";
import type { DemoCustomer } from "./people.ts";

type Row = Record<string, unknown>;

const SECOND = 1_000;
const PHONES = 2;

const isOpen = ({ status }: DemoOrder): boolean =>
  status !== demoStatusIds.delivered && status !== demoStatusIds.canceled;

/**
 * Creates a call that began `before` seconds before the order was taken. `talk` is the talking time in seconds, 0 for a
 * missed call.
 */
const callRow = (order: DemoOrder, id: number, before: number, talk: number): Row => {
  const rung = order.created.getTime() - before * SECOND;
  const moment = (seconds: number): string => new Date(rung + seconds * SECOND).toISOString();
  const wait = 4 + (id % 17);
  return {
    id,
    company_id: order.company.id,
    operator_phone_id: demoIdOf(order.company.id, 1 + (id % PHONES)),
    number: order.customer.phone,
    start_ring: moment(0),
    call: talk > 0 ? moment(wait) : null,
    end_call: talk > 0 ? moment(wait + talk) : null,
    end_ring: talk > 0 ? null : moment(wait + 20),
  };
};

/**
 * Creates the calls of the customer of a closed order, and returns the id of the call in which the order was taken. Two
 * of five orders have such a call, and some have an earlier missed or answered call, or both. An open order has no
 * calls.
 */
export const createCalls = (
  order: DemoOrder,
  orderId: number,
  nextId: () => number,
): { calls: readonly Row[]; callId: number | null } => {
  if (isOpen(order)) return { calls: [], callId: null };
  const calls: Row[] = [];
  const callId = orderId % 5 < 2 ? nextId() : null;
  if (callId !== null) calls.push(callRow(order, callId, 150, 90 + (orderId % 120)));
  if (orderId % 9 === 4) calls.push(callRow(order, nextId(), 900, 0));
  if (orderId % 11 === 5) calls.push(callRow(order, nextId(), 1_500, 20 + (orderId % 60)));
  return { calls, callId };
};

/**
 * Recent calls without an order: age in minutes, ringing and talking time in seconds. A talking time of 0 means a
 * missed call.
 */
const recent = [
  { minutes: 6, wait: 21, talk: 0, isHidden: false },
  { minutes: 14, wait: 7, talk: 96, isHidden: false },
  { minutes: 27, wait: 34, talk: 0, isHidden: false },
  { minutes: 41, wait: 5, talk: 38, isHidden: true },
  { minutes: 68, wait: 12, talk: 187, isHidden: false },
  { minutes: 112, wait: 16, talk: 0, isHidden: true },
] as const;

/** Adds recent calls to each company, so that its call list is never empty. */
export const fillRecentCalls = async (tx: Db, customers: readonly DemoCustomer[], now: Date): Promise<void> => {
  const rows = demoCompanies.flatMap(({ id: companyId }) => {
    const own = customers.filter((customer) => customer.companyId === companyId);
    return recent.map(({ minutes, wait, talk, isHidden }, index) => {
      const moment = (seconds: number) => new Date(now.getTime() + (seconds - minutes * 60) * SECOND).toISOString();
      return {
        company_id: companyId,
        operator_phone_id: demoIdOf(companyId, 1 + (index % PHONES)),
        number: isHidden ? "" : (own[index * 11]?.phone ?? ""),
        start_ring: moment(0),
        call: talk > 0 ? moment(wait) : null,
        end_call: talk > 0 ? moment(wait + talk) : null,
        end_ring: talk > 0 ? null : moment(wait),
      };
    });
  });
  await insertMany(tx, "operator_phone_call", rows);
};
