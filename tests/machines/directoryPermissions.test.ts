import { describe, expect, test } from "vitest";
import { directoryEditorMachine, reasonNotToSaveEntry } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachine, reasonNotToChangeRows } from "#machines/directory/directoryList.machine.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";

const permission = "settings.edit";
const held = { [permission]: 1 };
const missing = { code: "permission", permission };
const row = { id: 1 };
const chosen = { command: "remove", row };

describe("directory list", () => {
  const given = async (permissions: Permissions) => {
    const { actor, call, calls } = givenMachine(directoryListMachine, { topics: ["stock"], permissions, permission });
    call("load").answer({ rows: [row, { id: 2 }], at: 1 });
    await flushPromises();
    const state = () => [actor.getSnapshot().value, actor.getSnapshot().context.rows.map(({ id }) => id)];
    const sent = () => calls.map(({ actor: name }) => name).filter((name) => name !== "load" && name !== "environment");
    return { actor, state, sent };
  };

  test.each(["browsing", "announced", "refreshing"] as const)(
    "in the state '%s', without the permission, commands and row moves are refused with the reason",
    async (state) => {
      const { actor, state: shown, sent } = await given({});
      if (state === "announced") actor.send({ type: "data.changed", topic: "stock" });
      if (state === "refreshing") actor.send({ type: "list.refresh" });
      for (const event of [
        { type: "command.choose", chosen },
        { type: "rows.move", move: { id: 2, to: 0 } },
      ] as const) {
        expect(actor.getSnapshot().can(event)).toBe(false);
        actor.send(event);
      }
      expect([shown(), sent()]).toEqual([[state, [1, 2]], []]);
      expect(reasonNotToChangeRows(actor.getSnapshot().context)).toEqual(missing);
    },
  );

  test("after the permission is withdrawn in the confirmation dialog, the command can only be cancelled", async () => {
    const { actor, state, sent } = await given(held);
    expect(reasonNotToChangeRows(actor.getSnapshot().context)).toBeUndefined();
    actor.send({ type: "command.choose", chosen });
    actor.send({ type: "permissions.change", permissions: {} });
    actor.send({ type: "command.confirm" });
    expect([state(), sent()]).toEqual([["confirming", [1, 2]], []]);
    expect(reasonNotToChangeRows(actor.getSnapshot().context)).toEqual(missing);
    actor.send({ type: "command.cancel" });
    expect(state()).toEqual(["refreshing", [1, 2]]);
  });

  test("after the permission is withdrawn during a save of the row order, further moves and commands are refused", async () => {
    const { actor, state, sent } = await given(held);
    actor.send({ type: "rows.move", move: { id: 2, to: 0 } });
    actor.send({ type: "permissions.change", permissions: {} });
    actor.send({ type: "rows.move", move: { id: 2, to: 1 } });
    actor.send({ type: "command.choose", chosen });
    expect([state(), sent()]).toEqual([["ordering", [2, 1]], ["reorder"]]);
    expect(actor.getSnapshot().context.chosen).toBeUndefined();
  });

  test("a command is accepted after the permission is granted", async () => {
    const { actor } = await given({});
    actor.send({ type: "permissions.change", permissions: held });
    actor.send({ type: "command.choose", chosen });
    expect(actor.getSnapshot()).toMatchObject({ value: "confirming", context: { permissions: held, chosen } });
  });

  test("commands are accepted while the permissions are loading, because the server checks the permission for each request", async () => {
    const { actor } = await given(undefined);
    expect(actor.getSnapshot().can({ type: "command.choose", chosen })).toBe(true);
  });
});

describe("directory editor", () => {
  const draft = { name: "Моё" };

  const given = async (permissions: Permissions, isLocked = false) => {
    const { actor, call, calls } = givenMachine(directoryEditorMachine, { id: 5, permissions, permission });
    const opened = { draft: { name: "Было" }, version: 3 };
    call("open").answer({ type: "opened", opened, choices: [], isLocked });
    await flushPromises();
    return { actor, saves: () => calls.filter(({ actor: name }) => name === "save") };
  };

  test("a save without the permission is refused with the reason", async () => {
    const { actor, saves } = await given({});
    expect(actor.getSnapshot().can({ type: "draft.submit", draft })).toBe(false);
    actor.send({ type: "draft.submit", draft });
    expect(actor.getSnapshot()).toMatchObject({ value: "editing", context: { saving: undefined } });
    expect(saves()).toEqual([]);
    expect(reasonNotToSaveEntry(actor.getSnapshot().context)).toEqual(missing);
  });

  test("a save of a locked record is refused with the reason", async () => {
    const { actor, saves } = await given(held, true);
    actor.send({ type: "draft.submit", draft });
    expect([actor.getSnapshot().value, saves()]).toEqual(["editing", []]);
    expect(reasonNotToSaveEntry(actor.getSnapshot().context)).toEqual({ code: "locked" });
  });

  test("after the permission is withdrawn during a conflict, the other user's version cannot be overwritten", async () => {
    const { actor, saves } = await given(held);
    actor.send({ type: "draft.submit", draft });
    actor.send({ type: "mutation.stale", current: { draft: { name: "Чужое" }, version: 4 } });
    actor.send({ type: "permissions.change", permissions: {} });
    actor.send({ type: "theirs.overwrite" });
    expect([actor.getSnapshot().value, saves().length]).toEqual(["conflicting", 1]);
    expect(reasonNotToSaveEntry(actor.getSnapshot().context)).toEqual(missing);
  });

  test("a draft is saved after the permission is granted", async () => {
    const { actor, saves } = await given({});
    actor.send({ type: "permissions.change", permissions: held });
    expect(reasonNotToSaveEntry(actor.getSnapshot().context)).toBeUndefined();
    actor.send({ type: "draft.submit", draft });
    expect([actor.getSnapshot().value, saves().length]).toEqual(["saving", 1]);
  });
});
