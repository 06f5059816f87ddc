import type { Db } from "../database/connection.ts";
import { insertMany } from "./bulk.ts";
import { demoStatusIds } from "./configuration.ts";

const OWNER = 2;
const OPERATOR = 4;
const OPERATOR_ROLE = 3;

/** Creates two saved views of demo company 1: a shared view of the owner, and a private view of the operator. */
export const fillUserViews = (tx: Db): Promise<void> =>
  insertMany(tx, "user_view", [
    {
      company_id: 1,
      user_id: OWNER,
      role_id: OPERATOR_ROLE,
      name: "Не оплачены",
      screen: "open",
      query: "attention=unpaid&sort=amount",
    },
    {
      company_id: 1,
      user_id: OPERATOR,
      role_id: null,
      name: "На кухне",
      screen: "open",
      query: `orderStatusId=${demoStatusIds.confirmed}&orderStatusId=${demoStatusIds.cooking}&hide=customer`,
    },
  ]);
