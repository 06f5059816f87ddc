import { sql } from "kysely";
import { describeDevice } from "#domain/device.ts";
import type { Db } from "../../database/connection.ts";
import { hashSecret } from "./tokens.ts";

/** Lifetime of the device cookie, days. A device that was unused for a longer time counts as new. */
export const DEVICE_DAYS = 400;

/** Browser or program from which a user signs in. */
export interface Device {
  readonly userAgent: string;
  readonly address: string;
  /**
   * Text that identifies the device: the value of the browser's device cookie, or for a program without cookies, its
   * user agent and IP address.
   */
  readonly key: string;
}

/**
 * Stores the device of a sign-in, and notifies the user if the device is new but not the user's first device. The
 * caller must hold the lock on the user.
 */
export const recordDevice = async (tx: Db, userId: number, { key, userAgent, address }: Device): Promise<void> => {
  const { rows } = await sql<{ isNew: boolean }>`
    with known as (select hash from user_device where user_id = ${userId}),
      stored as (
        insert into user_device (user_id, hash) values (${userId}, ${hashSecret(key)})
        on conflict (user_id, hash) do update set last_used_at = now() returning hash)
    select exists (select 1 from known) and not exists (select 1 from known join stored using (hash)) as "isNew"`.execute(
    tx,
  );
  if (!rows[0]?.isNew) return;
  await tx
    .insertInto("notification")
    .values({
      user_id: userId,
      title: "Вход с нового устройства",
      message: `${describeDevice(userAgent)}, адрес ${address}. Если это не вы, смените пароль и завершите другие сессии.`,
      code: "newDevice",
    })
    .execute();
};
