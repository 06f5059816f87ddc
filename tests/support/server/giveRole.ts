import type { World } from "./testServer.ts";

/** Gives a demo user of company 1 a new role with exactly these permissions. */
export const giveRole = async (world: World, userId: number, permissions: readonly string[]): Promise<void> => {
  const { id } = await world.db
    .insertInto("role")
    .values({
      name: `Проверка ${permissions.join(" ")}`,
      company_id: 1,
      permissions: JSON.stringify(Object.fromEntries(permissions.map((name) => [name, 1]))),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable("company_user")
    .set({ role_id: id })
    .where("company_id", "=", 1)
    .where("user_id", "=", userId)
    .execute();
};
