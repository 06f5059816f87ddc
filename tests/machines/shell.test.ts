import { expect, test } from "vitest";
import { createActor, fromPromise, type InputFrom, SimulatedClock } from "xstate";
import { ApiProblem, createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { displaySettingsMachine } from "#machines/shell/displaySettings.machine.ts";
import { limitToPreview } from "#machines/shell/rolePreview.ts";
import {
  countPerPage,
  readSavedSettings,
  readSetting,
  type SavedSettings,
  settingsOf,
} from "#machines/shell/settings.ts";
import { ownCompanies, ownSettings } from "#machines/shell/shell.actors.ts";
import { shellMachine } from "#machines/shell/shell.machine.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

type None = Readonly<Record<string, never>>;

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

const payload = [{ module: "dashBoard", settings: [{ name: "countPerPage", value: 50 }] }];

const givenShell = (input: InputFrom<typeof shellMachine> = {}, isAwayFirst = false) => {
  const paths: string[] = [];
  let isAway = isAwayFirst;
  const clock = new SimulatedClock();
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url }) => {
      const { pathname } = new URL(url);
      paths.push(pathname);
      if (isAway) throw new NoAnswer();
      return Response.json(pathname === "/api/Company" ? [company] : { appName: "client", updateDate: null, payload });
    },
  });
  const parts = { api, now: () => clock.now(), environment: steadyEnvironment };
  const actors = {
    companies: queryMachineOf<None, readonly Schemas["Company"][]>().provide({
      actors: queryActors(parts, ownCompanies),
    }),
    settings: queryMachineOf<None, SavedSettings>().provide({ actors: queryActors(parts, ownSettings) }),
  };
  const shell = createActor(shellMachine.provide({ actors }), { input, clock }).start();
  return {
    shell,
    paths,
    wait: async (ms: number) => {
      clock.increment(ms);
      await flushPromises();
      await flushPromises();
    },
    setAway: (value: boolean) => {
      isAway = value;
    },
  };
};

test("application shell — reads the companies and the settings when it starts", async () => {
  const { shell, wait } = givenShell();
  await wait(0);
  expect(shell.getSnapshot().context).toEqual({ companies: [company], settings: { dashBoard: { countPerPage: 50 } } });
  expect(shell.getSnapshot().hasTag("known")).toBe(true);
});

test("application shell — shows cached companies immediately, and reads the companies again after 5 s or on request", async () => {
  const cached = { companies: [{ ...company, name: "Прежнее имя" }], settings: {} };
  const { shell, paths, wait } = givenShell(cached);
  await wait(0);
  expect(paths).toEqual([]);
  expect(shell.getSnapshot()).toMatchObject({ value: "cached", context: { companies: [{ name: "Прежнее имя" }] } });
  shell.send({ type: "shell.reload" });
  await wait(0);
  expect(shell.getSnapshot().context.companies[0]?.name).toBe("Пекарня «Колос»");
  const other = givenShell(cached);
  await other.wait(5000);
  expect(other.shell.getSnapshot().value).toBe("known");
});

test("application shell — retries a failed read of the companies", async () => {
  const { shell, setAway, wait } = givenShell({}, true);
  await wait(0);
  expect(shell.getSnapshot().hasTag("failed")).toBe(true);
  setAway(false);
  await wait(20_000);
  expect(shell.getSnapshot()).toMatchObject({ value: "known", context: { companies: [company] } });
});

test("application shell — applies saved display settings", async () => {
  const { shell, wait } = givenShell();
  await wait(0);
  shell.send({ type: "settings.saved", settings: { dashBoard: { countPerPage: 10 } } });
  expect(shell.getSnapshot().context.settings).toEqual({ dashBoard: { countPerPage: 10 } });
});

test("preview of a role — replaces the permissions in one company until the preview ends, even after a read of the companies", async () => {
  const { shell, wait } = givenShell();
  await wait(0);
  const permissionsOf = () => shell.getSnapshot().context.companies[0]?.permissions;
  const permissions = { "order.create": 1 };
  shell.send({ type: "preview.start", preview: { companyId: 1, roleName: "Курьер", permissions } });
  expect(permissionsOf()).toEqual({ "order.view": 0 });
  shell.send({ type: "shell.reload" });
  await wait(0);
  expect(permissionsOf()).toEqual({ "order.view": 0 });
  shell.send({ type: "preview.end" });
  await wait(0);
  expect(permissionsOf()).toEqual({ "order.view": 1 });
});

test.each([
  ["never grants a permission that the user lacks", { "role.edit": 1 }, { "order.view": 0, "order.discount": 0 }],
  [
    "reduces the value of the user's permission to the value in the role if the value in the role is smaller",
    { "order.view": 1, "order.discount": 5 },
    { "order.view": 1, "order.discount": 5 },
  ],
  [
    "keeps the value of the user's permission if the value in the role is greater",
    { "order.discount": 90 },
    { "order.view": 0, "order.discount": 10 },
  ],
])("limitToPreview — %s", (_, permissions, limited) => {
  const own = { ...company, permissions: { "order.view": 1, "order.discount": 10 } };
  const other = { ...own, id: 2 };
  const companies = limitToPreview([own, other], { companyId: 1, roleName: "Роль", permissions });
  expect(companies.map((one) => one.permissions)).toEqual([limited, own.permissions]);
});

test("application shell — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(shellMachine);
  const failure = { kind: "unanswered", message: "", errors: {}, traceId: undefined } as const;
  walk({
    inputs: [{}, { companies: [company], settings: {} }],
    events: [
      { type: "shell.reload" },
      { type: "settings.saved", settings: {} },
      { type: "preview.start", preview: { companyId: 1, roleName: "Курьер", permissions: {} } },
      { type: "preview.end" },
      { type: "query.loaded", from: "companies", loaded: { query: {}, data: [company], at: 1 }, cause: "first" },
      { type: "query.loaded", from: "settings", loaded: { query: {}, data: {}, at: 1 }, cause: "first" },
      { type: "query.failed", from: "companies", failure },
      failed("companies"),
      failed("settings"),
    ],
    invariant: (snapshot) => {
      if (snapshot.hasTag("known")) expect(snapshot.context.companies).not.toEqual([]);
    },
  });
});

test("display settings — the user's setting for a module overrides the default", () => {
  expect(settingsOf("dashBoard", {})[0]).toMatchObject({ name: "countPerPage", value: 25, type: "int" });
  expect(countPerPage("dashBoard", { dashBoard: { countPerPage: 50 } })).toBe(50);
  expect(countPerPage("dashBoard", { other: { countPerPage: 50 } })).toBe(25);
  expect(countPerPage("dashBoard", undefined)).toBe(25);
});

test("page size — is parsed from leading digits, at most 1,000, and is 25 for 0 or without leading digits", () => {
  expect(["12", " 12 ", "10.7", "1,5", "7e2", "5000"].map(readSetting)).toEqual([12, 12, 10, 1, 7, 1_000]);
  expect(["abc", "-4", "", "0", ".5"].map(readSetting)).toEqual([25, 25, 25, 25, 25]);
});

test("page size — is the same in the settings dialog and in the list, even for a stored value out of range", () => {
  for (const stored of [0, -3, 5_000, 30])
    expect(settingsOf("stock", { stock: { countPerPage: stored } })[0]?.value).toBe(
      countPerPage("stock", { stock: { countPerPage: stored } }),
    );
  expect(countPerPage("dashBoard", { dashBoard: { countPerPage: 0 } })).toBe(25);
  expect(countPerPage("dashBoard", { dashBoard: { countPerPage: 5_000 } })).toBe(1_000);
});

test("stored display settings — can be read by module and name", () => {
  expect(readSavedSettings({ appName: "client", updateDate: null, payload })).toEqual({
    dashBoard: { countPerPage: 50 },
  });
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

test("display settings — are sent once when the form is submitted twice", async () => {
  const { dialog, saves } = givenDialog(async () => ({ dashBoard: { countPerPage: 10 } }));
  dialog.send({ type: "settings.submit", values: { countPerPage: 10 } });
  dialog.send({ type: "settings.submit", values: { countPerPage: 10 } });
  await flushPromises();
  expect(saves()).toBe(1);
  expect(dialog.getSnapshot().output).toEqual({ saved: { dashBoard: { countPerPage: 10 } } });
});

test("dialog of the display settings — stays open and shows the server's message after a refused save", async () => {
  const { dialog, saves } = givenDialog(async () => {
    throw new ApiProblem(400, "Нельзя");
  });
  dialog.send({ type: "settings.submit", values: {} });
  await flushPromises();
  expect(dialog.getSnapshot().context.failure?.message).toBe("Нельзя");
  dialog.send({ type: "dialog.close" });
  expect(dialog.getSnapshot().output).toEqual({ saved: undefined });
  expect(saves()).toBe(1);
});

test("display settings — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(displaySettingsMachine);
  walk({
    input: { module: "dashBoard" },
    events: [{ type: "settings.submit", values: {} }, { type: "dialog.close" }, done("save", {}), failed("save")],
  });
});
