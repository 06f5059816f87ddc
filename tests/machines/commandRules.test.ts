import { describe, expect, test } from "vitest";
import { type CommandRules, commandStateOf, hiddenUnless } from "#machines/core/commandRules.ts";
import { pagedQueryMachineOf } from "#machines/core/pagedQuery.machine.ts";
import { allAccountsQuery } from "#machines/directory/descriptors/accounts.ts";
import { categoryDirectory } from "#machines/directory/descriptors/categories.ts";
import { customFieldDirectory } from "#machines/directory/descriptors/customFields.ts";
import { employeeDirectory } from "#machines/directory/descriptors/employees.ts";
import { feedbackQuery } from "#machines/directory/descriptors/feedback.ts";
import { transactionsQuery } from "#machines/directory/descriptors/finance.ts";
import { itemDirectory } from "#machines/directory/descriptors/items.ts";
import { moduleDirectory } from "#machines/directory/descriptors/modules.ts";
import { allPrintJobsQuery, printQueueQuery } from "#machines/directory/descriptors/printJobs.ts";
import { accountSessionsQuery, allSessionsQuery } from "#machines/directory/descriptors/sessions.ts";
import { stockDirectory } from "#machines/directory/descriptors/stock.ts";
import { stockItemDirectory } from "#machines/directory/descriptors/stockItems.ts";
import { directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";

interface Job {
  readonly id: number;
  readonly isDone: boolean;
}
type JobCommand = "cancel" | "archive";

const jobRules: CommandRules<Job, JobCommand> = {
  cancel: ({ isDone }) => (isDone ? "disabled" : "allowed"),
  archive: hiddenUnless(({ isDone }) => isDone),
};
const running: Job = { id: 1, isDone: false };
const done: Job = { id: 2, isDone: true };

const choose = (command: JobCommand, row: Job) => ({ type: "command.choose" as const, chosen: { command, row } });

test("command rule — allows, disables or hides a command for each row, and a command without a rule is always allowed", () => {
  expect(commandStateOf(jobRules, "cancel", running)).toBe("allowed");
  expect(commandStateOf(jobRules, "cancel", done)).toBe("disabled");
  expect(commandStateOf(jobRules, "archive", running)).toBe("hidden");
  expect(commandStateOf({}, "archive", running)).toBe("allowed");
  expect(commandStateOf(undefined, "archive", running)).toBe("allowed");
});

test.each(["browsing", "announced", "refreshing", "ordering"] as const)(
  "directory list in the state '%s' — refuses a command that its rule hides or disables for the row",
  async (state) => {
    const { actor, call } = givenMachine(directoryListMachineOf<Job, JobCommand>(jobRules), { topics: ["stock"] });
    call("load").answer({ rows: [running, done], at: 1 });
    await flushPromises();
    if (state === "announced") actor.send({ type: "data.changed", topic: "stock" });
    if (state === "refreshing") actor.send({ type: "list.refresh" });
    if (state === "ordering") actor.send({ type: "rows.move", move: { id: 2, to: 0 } });
    expect(actor.getSnapshot().value).toBe(state);
    for (const refused of [choose("cancel", done), choose("archive", running)]) {
      expect(actor.getSnapshot().can(refused)).toBe(false);
      actor.send(refused);
    }
    expect(actor.getSnapshot()).toMatchObject({ value: state, context: { chosen: undefined } });
    actor.send(choose("cancel", running));
    expect(actor.getSnapshot().context.chosen).toEqual({ command: "cancel", row: running });
  },
);

test("paged list — refuses a command that its rule hides or disables for the row", async () => {
  const { actor, call } = givenMachine(pagedQueryMachineOf<Job, JobCommand>(jobRules), { filter: {} });
  call("load").answer({ rows: [running, done], next: null });
  await flushPromises();
  actor.send(choose("cancel", done));
  actor.send(choose("archive", running));
  expect(actor.getSnapshot().context.chosen).toBeUndefined();
  actor.send(choose("archive", done));
  expect(actor.getSnapshot()).toMatchObject({ value: "confirming", context: { chosen: { command: "archive" } } });
});

/** Returns the states of the commands for a row that has only the fields which the rules read. */
const statesOf = (rules: object | undefined, fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(rules ?? {}).map(([command, rule]: [string, (row: object) => string]) => [command, rule(fields)]),
  );

/** Returns the names of the commands that the rules allow for a row. */
const allowedFor = (rules: object | undefined, fields: object): string[] =>
  Object.entries(statesOf(rules, fields)).flatMap(([command, state]) => (state === "allowed" ? [command] : []));

const company = { companyId: 1 };
const nothing = () => undefined;

describe("command rules of the directory lists and paged lists", () => {
  test("an enabled module can be disabled unless it has blockers, and a disabled module can be enabled", () => {
    const rules = moduleDirectory.commandRules?.(company);
    expect(statesOf(rules, { isOn: true, blockers: [] })).toEqual({ enable: "hidden", disable: "allowed" });
    expect(statesOf(rules, { isOn: false, blockers: [] })).toEqual({ enable: "allowed", disable: "hidden" });
    expect(statesOf(rules, { isOn: true, blockers: ["b"] })).toEqual({ enable: "hidden", disable: "disabled" });
  });

  test("an active account can be blocked, a blocked account can be unblocked, and the permission to create companies is never changed for an administrator", () => {
    const rules = allAccountsQuery(nothing).commandRules;
    const user = { isActive: true, roles: "", canCreateCompany: false, hasTwoFactor: false };
    expect(allowedFor(rules, user)).toEqual(["block", "allowCompanies"]);
    expect(allowedFor(rules, { ...user, isActive: false, canCreateCompany: true })).toEqual([
      "unblock",
      "denyCompanies",
    ]);
    expect(allowedFor(rules, { ...user, roles: "Admin" })).toEqual(["block"]);
    expect(allowedFor(rules, { ...user, roles: "Admin", canCreateCompany: true })).toEqual(["block"]);
    expect(allowedFor(rules, { ...user, hasTwoFactor: true })).toContain("resetTwoFactor");
  });

  test("an invitation can be withdrawn and its link renewed, and an employee can be removed", () => {
    const rules = employeeDirectory({ reveal: nothing, removed: nothing }).commandRules?.(company);
    const employee = { isInvited: false, hasPassword: true, isActive: true };
    expect(allowedFor(rules, employee)).toEqual(["remove"]);
    expect(allowedFor(rules, { ...employee, isInvited: true })).toEqual(["withdraw", "renewLink"]);
    expect(allowedFor(rules, { ...employee, hasPassword: false })).toEqual(["remove", "renewLink"]);
    expect(allowedFor(rules, { ...employee, hasPassword: false, isActive: false })).toEqual(["remove"]);
    expect(allowedFor(rules, { hasPassword: true, isActive: true })).toEqual(["remove"]);
  });

  test("a question to the support can be closed once", () => {
    expect(allowedFor(feedbackQuery.commandRules, { state: "new" })).toEqual(["close"]);
    expect(allowedFor(feedbackQuery.commandRules, { state: "closed" })).toEqual([]);
  });

  test("a finance transaction can be reversed once, but a payment, a correction or a reversal cannot be reversed", () => {
    const rules = transactionsQuery(1).commandRules;
    const plain = { paymentId: null, kind: "expense", reversalOf: null, isReversed: false };
    const reverse = (fields: object) => statesOf(rules, { ...plain, ...fields })["reverse"];
    expect(reverse({})).toBe("allowed");
    expect(reverse({ paymentId: 5 })).toBe("hidden");
    expect(reverse({ kind: "correction" })).toBe("hidden");
    expect(reverse({ reversalOf: 7 })).toBe("disabled");
    expect(reverse({ isReversed: true })).toBe("disabled");
  });

  test("only the company or group that owns a category, dish or stock item can remove the record", () => {
    for (const { commandRules } of [categoryDirectory, itemDirectory, stockItemDirectory]) {
      const [ofCompany, ofGroup] = [commandRules?.(company), commandRules?.({ companyGroupId: 1 })];
      expect(allowedFor(ofCompany, { isCompanyGroup: false })).toEqual(["remove"]);
      expect(allowedFor(ofCompany, { isCompanyGroup: true })).toEqual([]);
      expect(allowedFor(ofGroup, { isCompanyGroup: true })).toEqual(["remove"]);
    }
  });

  test("a company cannot remove a custom field of its group", () => {
    const { commandRules } = customFieldDirectory;
    expect(statesOf(commandRules?.(company), { isCompanyGroup: true })).toEqual({ remove: "disabled" });
    expect(statesOf(commandRules?.(company), { isCompanyGroup: false })).toEqual({ remove: "allowed" });
    expect(statesOf(commandRules?.({ companyGroupId: 1 }), { isCompanyGroup: true })).toEqual({ remove: "allowed" });
  });

  test("a visible stock item can be hidden, and a hidden stock item can be shown", () => {
    const rules = stockDirectory.commandRules?.(company);
    expect(allowedFor(rules, { isHidden: false })).toEqual(["hide"]);
    expect(allowedFor(rules, { isHidden: true })).toEqual(["show"]);
  });

  test("an ended session cannot be ended again", () => {
    for (const { commandRules } of [accountSessionsQuery(1, nothing), allSessionsQuery(nothing)]) {
      expect(allowedFor(commandRules, { isEnded: false })).toEqual(["end"]);
      expect(allowedFor(commandRules, { isEnded: true })).toEqual([]);
    }
  });

  test.each([
    ["waiting", ["route", "cancel"]],
    ["manual", ["confirm", "retry", "cancel"]],
    ["taken", ["route", "cancel"]],
    ["printing", []],
    ["printed", ["again", "deny"]],
    ["unconfirmed", ["confirm", "again", "cancel"]],
    ["failed", ["retry", "route", "cancel"]],
    ["cancelled", ["retry"]],
  ])("a print job in the status '%s' allows the commands %j", (status, commands) => {
    for (const { commandRules } of [allPrintJobsQuery, printQueueQuery(1)])
      expect(allowedFor(commandRules, { status }).toSorted()).toEqual(commands.toSorted());
  });
});
