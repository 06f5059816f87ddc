import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import { displaySettingsMachine } from "#machines/shell/displaySettings.machine.ts";
import { referencesMachine } from "#machines/shell/references.machine.ts";
import { countPerPage, readSaved, readSetting, type SavedSettings, settingsOf } from "#machines/shell/settings.ts";
import { shellMachine } from "#machines/shell/shell.machine.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const company: Schemas["Company"] = {
  id: 1,
  name: "Пекарня «Колос»",
  isActive: true,
  logoUrl: null,
  timeZone: "Europe/Moscow",
  dayStart: "00:00",
  companyGroupId: null,
  permissions: { "order.view": 1 },
};

const givenShell = (input: Parameters<typeof createActor<typeof shellMachine>>[1]["input"] = {}) => {
  const asked: string[] = [];
  let isAway = false;
  const clock = new SimulatedClock();
  const answer = async <T>(name: string, data: T): Promise<T> => {
    asked.push(name);
    if (isAway) throw new Error("away");
    return data;
  };
  const shell = createActor(
    shellMachine.provide({
      actors: {
        loadCompanies: fromPromise(() => answer<readonly Schemas["Company"][]>("companies", [company])),
        loadSettings: fromPromise(() => answer<SavedSettings>("settings", { dashBoard: { countPerPage: 50 } })),
      },
    }),
    { input, clock },
  );
  return {
    shell,
    asked,
    clock,
    away: (value: boolean) => {
      isAway = value;
    },
  };
};

test("on start the shell loads the companies and the settings", async () => {
  const { shell } = givenShell();
  shell.start();
  await settled();
  expect(shell.getSnapshot().context).toEqual({ companies: [company], settings: { dashBoard: { countPerPage: 50 } } });
});

test("what an earlier page remembered is shown, and asked for anew when told to", async () => {
  const { shell, asked } = givenShell({ companies: [{ ...company, name: "Прежнее имя" }], settings: {} });
  shell.start();
  await settled();
  expect(asked).toEqual([]);
  expect(shell.getSnapshot().hasTag("known")).toBe(true);
  shell.send({ type: "shell.reload" });
  await settled();
  expect(shell.getSnapshot().context.companies[0]?.name).toBe("Пекарня «Колос»");
});

test("companies that could not be loaded are asked for again", async () => {
  const { shell, clock, away } = givenShell();
  away(true);
  shell.start();
  await settled();
  expect(shell.getSnapshot().hasTag("failed")).toBe(true);
  away(false);
  clock.increment(5_000);
  await settled();
  expect(shell.getSnapshot().context.companies).toEqual([company]);
});

test("shell — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(shellMachine);
  walk({
    inputs: [{}, { companies: [company], settings: {} }],
    events: [
      { type: "shell.reload" },
      { type: "network.online" },
      { type: "settings.saved", settings: {} },
      done("loadCompanies", [company]),
      failed("loadCompanies"),
      done("loadSettings", {}),
      failed("loadSettings"),
      after("beforeRetry"),
    ],
  });
});

test("references — every state and transition is walked", () => {
  const status = { id: 1, name: "Новый" } as Schemas["OrderStatus"];
  const { walk, done, failed, after } = givenWalk(referencesMachine);
  walk({
    inputs: [{ companyId: 1 }, { companyId: 1, remembered: { statuses: [status], tags: [] } }],
    events: [
      { type: "references.reload" },
      { type: "network.online" },
      done("load", { statuses: [], tags: [] }),
      failed("load"),
      after("beforeRetry"),
    ],
  });
});

test("settings merge: global defaults, then the module's, then the user's", () => {
  expect(settingsOf("dashBoard", {})[0]).toMatchObject({ name: "countPerPage", value: 25, type: "int" });
  expect(countPerPage("dashBoard", { dashBoard: { countPerPage: 50 } })).toBe(50);
  expect(countPerPage("dashBoard", { other: { countPerPage: 50 } })).toBe(25);
  expect(countPerPage("dashBoard", undefined)).toBe(25);
});

test("an integer setting that is no number or negative becomes 0, and 0 rows a page are 25", () => {
  expect(["12", "abc", "-4", "", "7.9"].map(readSetting)).toEqual([12, 0, 0, 0, 7]);
  expect(countPerPage("dashBoard", { dashBoard: { countPerPage: 0 } })).toBe(25);
  expect(countPerPage("dashBoard", { dashBoard: { countPerPage: 5_000 } })).toBe(1_000);
});

test("what the server has kept is read by module and name", () => {
  const payload = [{ module: "dashBoard", settings: [{ name: "countPerPage", value: 50 }] }];
  expect(readSaved({ appName: "client", updateDate: null, payload })).toEqual({ dashBoard: { countPerPage: 50 } });
});

const givenDialog = (save: () => Promise<Record<string, Record<string, number>>>) => {
  let saves = 0;
  const dialog = createActor(
    displaySettingsMachine.provide({
      actors: {
        save: fromPromise(() => {
          saves += 1;
          return save();
        }),
      },
    }),
    { input: { module: "dashBoard" } },
  );
  dialog.start();
  return { dialog, saves: () => saves };
};

test("saving sends once and ends with what the server has kept", async () => {
  const { dialog, saves } = givenDialog(async () => ({ dashBoard: { countPerPage: 10 } }));
  dialog.send({ type: "settings.submit", values: { countPerPage: 10 } });
  dialog.send({ type: "settings.submit", values: { countPerPage: 10 } });
  await settled();
  expect(saves()).toBe(1);
  expect(dialog.getSnapshot().output).toEqual({ saved: { dashBoard: { countPerPage: 10 } } });
});

test("a refused save stays open with the server's words; closing saves nothing", async () => {
  const { dialog, saves } = givenDialog(async () => {
    throw new Error("Нельзя");
  });
  dialog.send({ type: "settings.submit", values: {} });
  await settled();
  expect(dialog.getSnapshot().context.error).toBe("Нельзя");
  dialog.send({ type: "dialog.close" });
  expect(dialog.getSnapshot().output).toEqual({ saved: undefined });
  expect(saves()).toBe(1);
});

test("display settings — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(displaySettingsMachine);
  walk({
    input: { module: "dashBoard" },
    events: [{ type: "settings.submit", values: {} }, { type: "dialog.close" }, done("save", {}), failed("save")],
  });
});
