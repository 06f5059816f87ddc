import { expect, test, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import { ApiProblem, NoAnswer } from "#api/client.ts";
import { acceptActors, declineActors } from "#machines/accounts/invitation.actors.ts";
import { endOtherSessionsActors } from "#machines/accounts/otherSessions.actors.ts";
import { passwordChangeActors } from "#machines/accounts/passwordChange.actors.ts";
import { secretChangeMachine } from "#machines/accounts/secretChange.machine.ts";
import { taskMachine } from "#machines/core/task.machine.ts";
import { allAccountsQuery } from "#machines/directory/descriptors/accounts.ts";
import { accountSessionsQuery, type SessionRow } from "#machines/directory/descriptors/sessions.ts";
import { pageViewsQuery } from "#machines/queries/pageViews.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

const attempt = { key: "key-of-a-test", signal: new AbortController().signal };
const passwords = { currentPassword: "старый-пароль", newPassword: "новый-пароль" };

const account = {
  id: 7,
  userName: "c",
  alias: "К",
  roles: "User",
  isActive: true,
  hasPassword: true,
  canCreateCompany: false,
  hasTwoFactor: false,
  companies: [],
  lastConnect: null,
};

test("password form — sends the passwords, but keeps the passwords out of its events and its context", async () => {
  const { api, calls } = recordedApi(undefined);
  const seen: string[] = [];
  const form = createActor(secretChangeMachine.provide({ actors: passwordChangeActors(api, 4, () => passwords) }), {
    inspect: (inspected) => void seen.push(JSON.stringify("event" in inspected ? inspected.event : "")),
  });
  const changed = vi.fn();
  form.on("secret.changed", changed);
  form.start();
  form.send({ type: "secret.submit" });
  await flushPromises();
  expect(calls).toMatchObject([{ method: "PUT", url: "/api/Account/4/Password", body: JSON.stringify(passwords) }]);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(seen.join() + JSON.stringify(form.getSnapshot().context)).not.toContain("пароль");
});

test("password form — shows the server's error about a wrong current password until the user edits the form", async () => {
  const errors = { currentPassword: "Текущий пароль введён неверно." };
  const { api } = recordedApi({ message: errors.currentPassword, errors }, 400);
  const form = createActor(secretChangeMachine.provide({ actors: passwordChangeActors(api, 4, () => passwords) }));
  form.start();
  form.send({ type: "secret.submit" });
  await flushPromises();
  expect(form.getSnapshot().context.failure).toMatchObject({ message: errors.currentPassword, errors });
  form.send({ type: "secret.edit" });
  expect(form.getSnapshot().context.failure).toBeUndefined();
});

test("the password form — stays open and shows the failure if the server does not respond", async () => {
  const change = fromPromise<void>(() => Promise.reject(new NoAnswer()));
  const form = createActor(secretChangeMachine.provide({ actors: { change } }));
  form.start();
  form.send({ type: "secret.submit" });
  await flushPromises();
  expect(form.getSnapshot().value).toBe("editing");
  expect(form.getSnapshot().context.failure).toMatchObject({ kind: "unanswered" });
});

test("password change — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(secretChangeMachine);
  walk({
    events: [{ type: "secret.submit" }, { type: "secret.edit" }, done("change"), failed("change")],
  });
});

const session = (isCurrent: boolean): SessionRow => ({
  id: "6f1b0f6e-8a5d-4f43-9c53-5d3f5e0c2b11",
  userId: 4,
  userName: "operator",
  alias: "Анна",
  userAgent: "",
  address: "",
  beginDate: "",
  lastUseDate: "",
  endDate: "",
  isEnded: false,
  isCurrent,
});

test("ending the current session — signs the user out, unlike ending another session", async () => {
  const { api, calls } = recordedApi(undefined);
  const signOut = vi.fn();
  const { end } = accountSessionsQuery(4, signOut).commands;
  await end(api, session(false), attempt, undefined);
  expect([calls.length, signOut.mock.calls.length]).toEqual([1, 0]);
  await end(api, session(true), attempt, undefined);
  expect([calls.length, signOut.mock.calls.length]).toEqual([1, 1]);
});

test("password reset — reveals the one-time link, and marks the user in the list as having no password", async () => {
  const { api, calls } = recordedApi({ path: "/password/secret", endDate: "2026-11-22T10:00:00Z" });
  const reveal = vi.fn();
  const row = { ...account, id: 4 };
  const after = await allAccountsQuery(reveal).commands.reset(api, row, attempt, undefined);
  expect(reveal).toHaveBeenCalledWith("/password/secret");
  expect(after).toEqual({ ...row, hasPassword: false });
  expect(calls.map(({ call }) => call)).toEqual(["POST /api/Admin/Account/4/ResetPassword"]);
});

const ACCOUNT_COMMANDS = ["block", "unblock", "reset", "allowCompanies", "denyCompanies", "resetTwoFactor"] as const;

test.each(ACCOUNT_COMMANDS)(
  "list of users — the command '%s' throws ApiProblem if the server refuses the command",
  async (command) => {
    const { api } = recordedApi({ message: "Себя заблокировать нельзя." }, 409);
    const row = { ...account, id: 1, roles: "Admin" };
    const reveal = vi.fn();
    const error = await allAccountsQuery(reveal)
      .commands[command](api, row, attempt, undefined)
      .catch((one) => one);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ status: 409, message: "Себя заблокировать нельзя." });
    expect(reveal).not.toHaveBeenCalled();
  },
);

test.each([
  ["block", false],
  ["unblock", true],
] as const)("list of users — the command '%s' sets isActive to %s", async (command, isActive) => {
  const row = { ...account, isActive: !isActive };
  const { api, calls } = recordedApi({ ...row, isActive });
  const after = await allAccountsQuery(() => {}).commands[command](api, row, attempt, undefined);
  expect(after).toEqual({ ...row, isActive });
  expect(calls.map(({ call, json }) => [call, json])).toEqual([["PUT /api/Admin/Account/7/Active", { isActive }]]);
});

test("the command resetTwoFactor — disables the second factor of a user", async () => {
  const { api, calls } = recordedApi(undefined);
  const row = { ...account, hasTwoFactor: true };
  const after = await allAccountsQuery(() => {}).commands.resetTwoFactor(api, row, attempt, undefined);
  expect(after).toEqual({ ...row, hasTwoFactor: false });
  expect(calls).toMatchObject([{ method: "DELETE", url: "/api/Admin/Account/7/TwoFactor", body: "" }]);
});

test.each([
  ["allowCompanies", true],
  ["denyCompanies", false],
] as const)("the command %s — sets the permission to create companies to %s", async (command, canCreateCompany) => {
  const row = { ...account, canCreateCompany: !canCreateCompany };
  const { api, calls } = recordedApi({ ...row, canCreateCompany });
  const after = await allAccountsQuery(() => {}).commands[command](api, row, attempt, undefined);
  expect(after).toEqual({ ...row, canCreateCompany });
  expect(calls.map(({ call, json }) => [call, json])).toEqual([
    ["PUT /api/Admin/Account/7/CompanyCreation", { canCreateCompany }],
  ]);
});

test.each([
  ["http://server/password/Zk_3-x", "Zk_3-x"],
  ["http://server/#invitation=Zk_3-x", "Zk_3-x"],
  [" Zk_3-x ", "Zk_3-x"],
])(
  "an invitation — is accepted with the secret from the text %j, and no event or context contains the secret",
  async (link, code) => {
    const { api, calls } = recordedApi(undefined);
    const seen: string[] = [];
    const task = createActor(taskMachine.provide({ actors: acceptActors(api, () => link) }), {
      inspect: (inspected) => void seen.push(JSON.stringify("event" in inspected ? inspected.event : "")),
    });
    const done = vi.fn();
    task.on("task.done", done);
    task.start();
    task.send({ type: "task.start", id: 15 });
    await flushPromises();
    expect(calls).toMatchObject([{ method: "POST", url: "/api/Invitation/15/Accept", body: JSON.stringify({ code }) }]);
    expect(done).toHaveBeenCalledTimes(1);
    expect(seen.join()).not.toContain("Zk_3");
    expect(JSON.stringify(task.getSnapshot().context)).not.toContain("Zk_3");
  },
);

test("ending all other sessions — requires a confirmation and reports the number of ended sessions", async () => {
  const { api, calls } = recordedApi({ count: 3 });
  const task = createActor(taskMachine.provide({ actors: endOtherSessionsActors(api, 4) }));
  const done = vi.fn();
  task.on("task.done", done);
  task.start();
  task.send({ type: "task.ask", id: 4 });
  expect(calls).toEqual([]);
  task.send({ type: "task.confirm" });
  await flushPromises();
  expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(["DELETE /api/Account/4/Session"]);
  expect(done).toHaveBeenCalledWith({ type: "task.done", count: 3 });
});

test("declining an invitation — requires a confirmation, and a refusal by the server is shown", async () => {
  const { api, calls } = recordedApi({ message: "Приглашение не найдено." }, 404);
  const task = createActor(taskMachine.provide({ actors: declineActors(api) })).start();
  task.send({ type: "task.ask", id: 15 });
  expect(calls).toEqual([]);
  task.send({ type: "task.confirm" });
  await flushPromises();
  expect(calls.map(({ url }) => url)).toEqual(["/api/Invitation/15/Decline"]);
  expect(task.getSnapshot().context.failure?.message).toBe("Приглашение не найдено.");
});

test("page views of seven days — are requested for the period that ends today in the Moscow time zone", async () => {
  const { api, calls } = recordedApi({ total: 0 });
  const now = () => Date.parse("2026-11-21T22:30:00Z");
  await pageViewsQuery(now).load(api, { days: 7, screen: "/Company/{id}", version: "" }, new AbortController().signal);
  const query = new URLSearchParams(calls[0]?.url.split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({
    startDate: "2026-11-16",
    endDate: "2026-11-22",
    screen: "/Company/{id}",
  });
});
