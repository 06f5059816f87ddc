import { BackupFailed } from "../backup/backupFailed.ts";
import { BadSetting } from "../config.ts";
import { NoRoomToStart } from "../database/diskSpace.ts";
import { FolderInUse } from "../database/folderLock.ts";
import { readErrorCode } from "../database/transaction.ts";

const CHECK = "Проверьте DATABASE_URL";

/** Messages for PostgreSQL error codes and for connection errors. */
const DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: `База данных не принимает соединений: PostgreSQL не запущен или слушает другой адрес. ${CHECK}: узел и порт.`,
  ECONNRESET: `База данных оборвала соединение. ${CHECK}: узел и порт, и запущен ли PostgreSQL.`,
  ENOTFOUND: `Узел базы данных не найден. ${CHECK}: имя узла.`,
  EAI_AGAIN: `Узел базы данных не найден: сервер имён не отвечает. ${CHECK}: имя узла.`,
  ETIMEDOUT: `База данных не отвечает. ${CHECK}: узел и порт.`,
  EHOSTUNREACH: `До узла базы данных нет пути. ${CHECK}: узел.`,
  ENETUNREACH: `До узла базы данных нет пути. ${CHECK}: узел.`,
  ERR_INVALID_URL: `Адрес базы данных составлен неверно. ${CHECK}: postgres://пользователь:пароль@узел:порт/база.`,
  "25006": `База данных только читается: это реплика или её основной сервер меняется. ${CHECK}: узел.`,
  "28P01": `База данных не приняла имя или пароль. ${CHECK}: пользователь и пароль.`,
  "28000": `База данных не пускает этого пользователя. ${CHECK}: пользователь, и pg_hba.conf на сервере базы.`,
  "3D000": `Такой базы данных нет. ${CHECK}: имя базы; пустую базу создаёт createdb.`,
  "42501": `Пользователю базы данных не хватает прав. ${CHECK}: пользователь должен владеть базой.`,
  "53300": "У базы данных не осталось свободных соединений. Повторите позже или увеличьте max_connections.",
  "57P03": "База данных ещё запускается. Повторите через несколько секунд.",
};

const NOT_WRITABLE = "в неё нельзя писать. Дайте права на неё или укажите другую папку в DATA_DIR.";

/** Messages for file system errors of the data folder. */
const FOLDER: Readonly<Record<string, string>> = {
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
  ENOENT: "создать её нельзя. Укажите другую папку в DATA_DIR.",
  EEXIST: "это не папка. Укажите другую в DATA_DIR.",
  ENOTDIR: "это не папка. Укажите другую в DATA_DIR.",
  ENOSPC: "на диске нет места.",
};

/** Messages for errors that occur when the server starts to listen. */
const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: "Порт уже занят другой программой. Укажите другой в PORT.",
  EACCES: "Занять этот порт нельзя: нет прав. Укажите другой в PORT.",
  EADDRNOTAVAIL: "Такого адреса у этой машины нет. Укажите другой в HOST.",
  ENOTFOUND: "Такого узла нет. Укажите в HOST адрес этой машины.",
};

/** Error: the server cannot listen on the configured address. */
export class NotListening extends Error {}

const textIn = (failure: Error, name: string): string => {
  const value: unknown = Object.entries(failure).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : "";
};

const describeKnownFailure = (failure: Error): string | undefined => {
  const code = readErrorCode(failure);
  const path = textIn(failure, "path");
  if ([FolderInUse, NoRoomToStart, BadSetting, BackupFailed].some((known) => failure instanceof known))
    return failure.message;
  if (failure instanceof NotListening)
    return LISTENING[readErrorCode(failure.cause)] ?? describeStartFailure(failure.cause);
  if (path && FOLDER[code]) return `Папка данных: ${path} — ${FOLDER[code]}`;
  if (/connection timeout|timeout exceeded when trying to connect/.test(failure.message)) return DATABASE["ETIMEDOUT"];
  return DATABASE[code];
};

/**
 * Describes the reason why the server, a backup, a restore or a reset of the demo failed, without secrets. An
 * unexpected error is described by its stack.
 */
export const describeStartFailure = (failure: unknown): string =>
  failure instanceof Error ? (describeKnownFailure(failure) ?? failure.stack ?? failure.message) : String(failure);
