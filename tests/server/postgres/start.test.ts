import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { spawnServer, untilExit } from "../../support/server-process.ts";

const SECRET = "tainoe-slovo";

/** A database that refuses every password: the one of the tests trusts everybody. */
const refusing = createServer((socket) => {
  const fields = "SFATAL\0C28P01\0Mpassword authentication failed\0\0";
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1);
  socket.on("error", () => undefined).once("data", () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
});

let folder: string;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orders-start-"));
  writeFileSync(join(folder, "file"), "");
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  const address = refusing.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  refusing.close();
  rmSync(folder, { recursive: true });
});

/** What a server that cannot start with these settings says. */
const complaintOf = async (env: Record<string, string>): Promise<string> => {
  const server = await spawnServer(env);
  expect(await untilExit(server)).toBe(1);
  return server.said();
};

const at = (place: string) => ({ DATABASE_URL: `postgres://shop:${SECRET}@${place}` });

test("a server that cannot have its data says in Russian what to check, without a stack and without the password", async () => {
  const cases = [
    [at("127.0.0.1:1/orders"), "База данных не принимает соединений"],
    [at("no-such-host.invalid/orders"), "Узел базы данных не найден"],
    [at(`127.0.0.1:${port}/orders`), "База данных не приняла имя или пароль"],
    [{ DATABASE_URL: `${inject("postgresUrl")}no_such_database` }, "Такой базы данных нет"],
    [at("127.0.0.1:port/orders"), "Адрес базы данных составлен неверно"],
    [{ DATA_DIR: join(folder, "file") }, "это не папка"],
    [{ DATA_DIR: join(folder, "file", "inner") }, "это не папка"],
    [{ DATA_DIR: "/sys/orders" }, "в неё нельзя писать"],
  ] as const;
  for (const [env, sentence] of cases) {
    const said = await complaintOf(env);
    expect(said).toContain(sentence);
    expect(said).toContain("DATABASE_URL" in env ? "Проверьте DATABASE_URL" : "DATA_DIR");
    expect(said).not.toMatch(/ {4}at |tainoe|Error/);
    expect(said.trim().split("\n")).toHaveLength(1);
  }
});
