import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { OpenDatabase } from "../database/connection.ts";
import { NoRoomToCopy } from "../database/diskSpace.ts";
import { DATABASE_FOLDER } from "../database/embedded.ts";
import { hashSecret } from "../services/session/tokens.ts";
import { BackupFailed } from "./backupFailed.ts";

/** Address at which a running server copies its database, and the token that each request must contain. */
interface CopyAddress {
  readonly url: string;
  readonly token: string;
}

/**
 * Returns the path of the file with the address and the token. Only the owner of the data folder may read this file, so
 * only the owner can request a copy.
 */
const addressFile = (dataDir: string): string => join(dataDir, "backup.json");
const copiesFolder = (dataDir: string): string => join(dataDir, "backup.copies");

/**
 * Serves copies of the embedded database to programs on this computer, on the loopback interface only. Stores the
 * address and the token in the data folder. Returns a function that deletes the stored address and stops listening.
 */
export const serveCopies = async (
  copyFiles: NonNullable<OpenDatabase["copyFiles"]>,
  dataDir: string,
): Promise<() => void> => {
  const copies = copiesFolder(dataDir);
  // A program that was killed could not delete the copy that it had requested, so old copies are deleted here.
  rmSync(copies, { recursive: true, force: true });
  const token = randomBytes(32).toString("base64url");
  const expected = hashSecret(`Bearer ${token}`);

  const answer = async (response: ServerResponse): Promise<void> => {
    const folder = join(copies, randomUUID());
    try {
      await copyFiles(join(folder, DATABASE_FOLDER));
      response.end(folder);
    } catch (failure) {
      rmSync(folder, { recursive: true, force: true });
      response.writeHead(500).end(failure instanceof NoRoomToCopy ? failure.message : String(failure));
    }
  };
  const server = createServer((request, response) => {
    if (request.method === "POST" && hashSecret(request.headers.authorization ?? "") === expected)
      return void answer(response);
    response.writeHead(401).end();
  });
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const content: CopyAddress = { url: `http://127.0.0.1:${port}/`, token };
  rmSync(addressFile(dataDir), { force: true });
  writeFileSync(addressFile(dataDir), JSON.stringify(content), { mode: 0o600 });
  return () => {
    rmSync(addressFile(dataDir), { force: true });
    server.close();
  };
};

/**
 * Requests a copy of the database from the server that has locked the data folder, and returns the folder of the copy,
 * which the caller must remove. Throws `BackupFailed` if the server is not reachable or cannot make the copy.
 */
export const requestCopy = async (dataDir: string): Promise<string> => {
  const file = addressFile(dataDir);
  if (!existsSync(file)) throw new BackupFailed("Сервер запускается или останавливается. Повторите через минуту.");
  const { url, token }: CopyAddress = JSON.parse(readFileSync(file, "utf8"));
  const response = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` } }).catch(() => {
    throw new BackupFailed("Сервер не отвечает. Если он работает в контейнере, запустите команду в том же контейнере.");
  });
  const text = await response.text();
  if (!response.ok) throw new BackupFailed(`Сервер не сделал копию: ${text || response.status}`);
  return text;
};
