import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer } from "./app.ts";
import { serveCopies } from "./backup/copyPort.ts";
import { readConfig } from "./config.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/openDatabase.ts";
import { runWork } from "./database/slowQueries.ts";
import { DEMO_LOGINS } from "./demo/users.ts";
import { createLogger } from "./http/log.ts";
import { startHousekeeping } from "./services/monitoring/housekeeping.ts";
import { startOrderWatch } from "./services/orders/orderWatch.ts";
import { prepareData } from "./startup/firstStart.ts";
import { describeStartFailure, NotListening } from "./startup/startFailure.ts";

/**
 * Time within which the open requests of a process must end after the process has stopped accepting connections,
 * milliseconds.
 */
const STOP_AFTER_MS = 8000;

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const printError = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const printStart = (address: string, link: string | undefined, hasDemo: boolean): void => {
  printLine(`\nЗаказы открыты: ${address}`);
  if (hasDemo)
    printLine(`Вход для пробы: ${DEMO_LOGINS.join(", ")} — пароль: имя и «-demo», например operator / operator-demo`);
  if (link) printLine(`Задайте пароль администратора (ссылка работает один раз и сутки): ${address}/password/${link}`);
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env, process.argv.slice(2));
  const logger = createLogger(config.logLevel);
  const database = await openDatabase(config);
  await migrate(database);
  const { passwordLink, hasDemo } = await prepareData(database.db, config);
  const drain = new AbortController();
  const app = await createServer({ config, database, logger, draining: drain.signal });
  const watched = { log: logger, slowMs: config.slowQueryMs };
  const stopHousekeeping = runWork({ ...watched, operation: "housekeeping" }, () =>
    startHousekeeping(database, logger),
  );
  const stopOrderWatch = runWork({ ...watched, operation: "orderWatch" }, () => startOrderWatch(database, logger));
  const stopCopies = database.copyFiles && (await serveCopies(database.copyFiles, config.dataDir));

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    drain.abort();
    stopCopies?.();
    stopHousekeeping();
    stopOrderWatch();
    await sleep(config.drainSeconds * 1000);
    setTimeout(() => {
      logger.warn("the process ends before all requests are answered");
      process.exit(1);
    }, STOP_AFTER_MS).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
  await app.listen({ port: config.port, host: config.host }).catch((cause: unknown) => {
    throw new NotListening("The server could not listen", { cause });
  });
  printStart(config.publicUrl ?? `http://localhost:${config.port}`, passwordLink, hasDemo);
  process.send?.("ready");
};

start().catch((failure: unknown) => {
  printError(describeStartFailure(failure));
  process.exit(1);
});
