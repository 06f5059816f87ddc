import { createHash } from "node:crypto";
import type { Db } from "../database/connection.ts";
import { hashPassword } from "../services/accounts/passwords.ts";
import { publicRoles } from "../services/roles/roles.ts";
import { continueIds, insertMany } from "./bulk.ts";

interface DemoUser {
  readonly id: number;
  readonly userName: string;
  readonly alias: string;
  /** Companies of the user, each with the id of the user's role in the company. */
  readonly parts: readonly (readonly [companyId: number, roleId: number])[];
}

/** Demo users (decisions, section 11). */
const demoUsers: readonly DemoUser[] = [
  {
    id: 1,
    userName: "admin",
    alias: "Виктор Седов",
    parts: [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
  },
  { id: 2, userName: "owner", alias: "Елена Колосова", parts: [[1, 1]] },
  { id: 3, userName: "manager", alias: "Павел Громов", parts: [[1, 2]] },
  { id: 4, userName: "operator", alias: "Анна Орлова", parts: [[1, 3]] },
  { id: 5, userName: "cashier", alias: "Ирина Белова", parts: [[1, 4]] },
  { id: 6, userName: "kitchen", alias: "Рустам Галиев", parts: [[1, 5]] },
  { id: 7, userName: "courier", alias: "Денис Воронов", parts: [[1, 6]] },
  { id: 8, userName: "owner2", alias: "Георгий Маринин", parts: [[3, 1]] },
  { id: 9, userName: "operator2", alias: "Ольга Чайкина", parts: [[3, 3]] },
  { id: 10, userName: "courier2", alias: "Сергей Лапин", parts: [[1, 6]] },
  { id: 11, userName: "courier3", alias: "Марат Юсупов", parts: [[1, 6]] },
  { id: 12, userName: "storekeeper", alias: "Тамара Лыкова", parts: [[1, 7]] },
];

/** User names of the demo users. A server with demo data prints these names at its start. */
export const DEMO_LOGINS: readonly string[] = demoUsers.map(({ userName }) => userName);

const rowOf = async ({ id, userName, alias, parts }: DemoUser) => {
  const isOwner = parts.some(([, roleId]) => roleId === publicRoles[0].id);
  const salt = createHash("sha256").update(userName).digest().subarray(0, 16);
  return {
    id,
    user_name: userName,
    alias,
    roles: userName === "admin" ? "Admin" : "User",
    is_active: true,
    can_create_company: isOwner,
    password_hash: await hashPassword(`${userName}-demo`, salt),
  };
};

/** PIN with which the demo manager allows actions of other users. */
const DEMO_PIN = "274916";

/** Adds the demo users, their roles in the companies and the PIN of the demo manager. */
export const fillUsers = async (tx: Db): Promise<void> => {
  await insertMany(tx, "app_user", await Promise.all(demoUsers.map(rowOf)));
  await continueIds(tx, "app_user");
  const parts = demoUsers.flatMap(({ id, parts }) =>
    parts.map(([company_id, role_id]) => ({ company_id, user_id: id, role_id })),
  );
  await insertMany(tx, "company_user", parts);
  const salt = createHash("sha256").update(DEMO_PIN).digest().subarray(0, 16);
  await insertMany(tx, "override_pin", [{ user_id: 3, pin_hash: await hashPassword(DEMO_PIN, salt) }]);
};
