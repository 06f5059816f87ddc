import { describe, expect, test } from "vitest";
import { createActor, fromPromise, type SnapshotFrom } from "xstate";
import { blankDraft, type DraftRecord } from "#machines/orders/editor/draft.ts";
import { type DraftWrite, draftKeeperMachine, type NamedDraft } from "#machines/orders/editor/draftKeeper.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const recordOf = (note: string): DraftRecord => ({
  draft: { ...blankDraft(null), note },
  base: null,
  intent: null,
});

const draftOf = (name: string): NamedDraft => ({ name, stored: { savedAt: 0, record: recordOf(name) } });

const refuse = () => Promise.reject(new Error("The disk is broken"));

interface Store {
  readonly list?: () => Promise<readonly NamedDraft[]>;
  readonly claim?: (name: string) => Promise<boolean>;
  readonly forget?: () => Promise<void>;
}

/** Starts a machine that stores drafts. The test determines the time and the outcome of the writes. */
const givenKeeper = async ({
  list = async () => [],
  claim = async () => true,
  forget = async () => {},
}: Store = {}) => {
  const { parent, reports } = givenParent();
  const claims: string[] = [];
  const removed: string[] = [];
  const writes: { name: string; note: string; end: () => Promise<void>; fail: () => Promise<void> }[] = [];
  const keep = ({ name, record }: DraftWrite) =>
    new Promise<void>((resolve, reject) => {
      const end = (finish: () => void) => () => {
        finish();
        return flushPromises();
      };
      writes.push({
        name,
        note: record.draft.note,
        end: end(resolve),
        fail: end(() => reject(new Error("The disk is full"))),
      });
    });
  const keeper = createActor(
    draftKeeperMachine.provide({
      actors: {
        list: fromPromise<readonly NamedDraft[]>(list),
        claim: fromPromise<boolean, { name: string }>(({ input: { name } }) => {
          claims.push(name);
          return claim(name);
        }),
        keep: fromPromise<void, DraftWrite>(({ input }) => keep(input)),
        forget: fromPromise<void, { name: string }>(({ input: { name } }) => {
          removed.push(name);
          return forget();
        }),
      },
    }),
    { input: { ownName: "own" }, parent },
  ).start();
  await flushPromises();
  return {
    keeper,
    claims,
    removed,
    writes,
    notes: () => writes.map(({ note }) => note),
    reports,
    change: (note: string) => keeper.send({ type: "draft.change", record: recordOf(note) }),
    flush: (note: string) => keeper.send({ type: "draft.flush", record: recordOf(note) }),
    /** Ends the last write successfully. */
    end: async () => writes.at(-1)?.end(),
  };
};

describe("draft of an earlier visit", () => {
  test("the newest draft that is not open in another tab is resumed", async () => {
    const { reports, claims } = await givenKeeper({
      list: async () => [draftOf("c"), draftOf("b"), draftOf("a")],
      claim: async (name) => name !== "c",
    });
    expect(claims).toEqual(["c", "b"]);
    expect(reports).toEqual([{ type: "drafts.found", name: "b", stored: draftOf("b").stored }]);
  });

  test.each<[string, Store]>([
    ["no draft exists", {}],
    ["the drafts cannot be listed", { list: refuse }],
    ["other tabs work on all drafts", { list: async () => [draftOf("a")], claim: async (name) => name === "own" }],
    ["no draft can be claimed", { list: async () => [draftOf("a")], claim: refuse }],
  ])("draft keeper — starts a new draft when %s", async (_, store) => {
    const { reports, claims } = await givenKeeper(store);
    expect(claims.at(-1)).toBe("own");
    expect(reports).toEqual([{ type: "drafts.found", name: "own", stored: null }]);
  });

  test("draft keeper — uses a new draft if the stored drafts cannot be listed and the new draft cannot be claimed", async () => {
    const { reports, claims } = await givenKeeper({ list: refuse, claim: async () => false });
    expect(claims).toEqual(["own"]);
    expect(reports).toEqual([{ type: "drafts.found", name: "own", stored: null }]);
  });

  test("draft keeper — stores changes under the name of the resumed draft", async () => {
    const { change, writes } = await givenKeeper({ list: async () => [draftOf("a")] });
    change("x");
    expect(writes).toMatchObject([{ name: "a", note: "x" }]);
  });
});

describe("writing a draft", () => {
  test("a change of the draft is written immediately and reported as stored", async () => {
    const { change, notes, reports, end } = await givenKeeper();
    change("x");
    expect(notes()).toEqual(["x"]);
    expect(reports).toHaveLength(1);
    await end();
    expect(reports.slice(1)).toEqual([{ type: "drafts.kept", isKept: true }]);
  });

  test("several changes of the draft during a write are written together afterwards", async () => {
    const { keeper, change, notes, end } = await givenKeeper();
    for (const note of ["x", "xy", "xyz"]) change(note);
    expect(notes()).toEqual(["x"]);
    await end();
    expect(notes()).toEqual(["x", "xyz"]);
    await end();
    expect(notes()).toHaveLength(2);
    expect(keeper.getSnapshot().value).toBe("idle");
  });

  test("a failed write of the draft is reported, and the next change is written", async () => {
    const { change, notes, writes, reports, end } = await givenKeeper();
    change("x");
    await writes[0]?.fail();
    expect(reports.at(-1)).toEqual({ type: "drafts.kept", isKept: false });
    change("xy");
    await end();
    expect(notes()).toEqual(["x", "xy"]);
    expect(reports.at(-1)).toEqual({ type: "drafts.kept", isKept: true });
  });

  test("releasing the draft discards a change that is not yet written", async () => {
    const { keeper, change, notes, end } = await givenKeeper();
    change("x");
    change("xy");
    keeper.send({ type: "draft.release" });
    await end();
    expect(notes()).toEqual(["x"]);
    expect(keeper.getSnapshot().value).toBe("idle");
  });
});

describe("flushing a draft", () => {
  test("a flush is reported as finished when the draft is stored", async () => {
    const { flush, notes, reports, end } = await givenKeeper();
    flush("x");
    expect(notes()).toEqual(["x"]);
    expect(reports).toHaveLength(1);
    await end();
    expect(reports.at(-1)).toEqual({ type: "drafts.flushed" });
  });

  test("a flush during a write ends when the flushed draft is stored", async () => {
    const { change, flush, notes, reports, end } = await givenKeeper();
    change("x");
    flush("xy");
    await end();
    expect(reports.at(-1)).toEqual({ type: "drafts.kept", isKept: true });
    await end();
    expect(notes()).toEqual(["x", "xy"]);
    expect(reports.at(-1)).toEqual({ type: "drafts.flushed" });
  });

  test("a write after a finished flush is not reported as another flush", async () => {
    const { change, flush, reports, end } = await givenKeeper();
    flush("x");
    await end();
    change("xy");
    await end();
    expect(reports.filter(({ type }) => type === "drafts.flushed")).toHaveLength(1);
  });

  test("a flush of the draft ends even if the write fails", async () => {
    const { flush, writes, reports } = await givenKeeper();
    flush("x");
    await writes[0]?.fail();
    expect(reports.slice(1)).toEqual([{ type: "drafts.kept", isKept: false }, { type: "drafts.flushed" }]);
  });
});

describe("deleting a draft", () => {
  test("a discarded draft is deleted from the storage", async () => {
    const { keeper, removed, reports } = await givenKeeper({ list: async () => [draftOf("a")] });
    keeper.send({ type: "draft.drop" });
    await flushPromises();
    expect(removed).toEqual(["a"]);
    expect(reports.at(-1)).toEqual({ type: "drafts.dropped" });
  });

  test("a draft that is dropped during a write is deleted after that write", async () => {
    const { keeper, change, notes, removed, end } = await givenKeeper();
    change("x");
    change("xy");
    keeper.send({ type: "draft.drop" });
    await end();
    expect(removed).toEqual(["own"]);
    expect(notes()).toEqual(["x"]);
  });

  test("a change that waits for a write is not stored after a failed deletion of the draft", async () => {
    const { keeper, change, notes, reports, end } = await givenKeeper({ forget: refuse });
    change("x");
    change("xy");
    keeper.send({ type: "draft.drop" });
    await end();
    expect(reports.at(-1)).toEqual({ type: "drafts.dropped" });
    expect(notes()).toEqual(["x"]);
  });

  test("the deletion of a draft is reported as finished even if the deletion fails", async () => {
    const { keeper, reports } = await givenKeeper({ forget: refuse });
    keeper.send({ type: "draft.drop" });
    await flushPromises();
    expect(reports.at(-1)).toEqual({ type: "drafts.dropped" });
  });

  test("a change after the deletion of a draft stores the draft again", async () => {
    const { keeper, change, notes } = await givenKeeper();
    keeper.send({ type: "draft.drop" });
    await flushPromises();
    change("x");
    expect(notes()).toEqual(["x"]);
  });
});

test("draft keeper — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(draftKeeperMachine);
  const { snapshots } = walk({
    input: { ownName: "own" },
    events: [
      done("list", []),
      done("list", [draftOf("a")]),
      failed("list"),
      done("claim", true),
      done("claim", false),
      failed("claim"),
      { type: "draft.change", record: recordOf("x") },
      { type: "draft.flush", record: recordOf("y") },
      { type: "draft.release" },
      { type: "draft.drop" },
      done("keep"),
      failed("keep"),
      done("forget"),
      failed("forget"),
    ],
    project: ({ context }: SnapshotFrom<typeof draftKeeperMachine>) => [
      context.candidates.length,
      context.name,
      context.record?.draft.note,
      context.isChanged,
      context.isFlushing,
    ],
    invariant: (snapshot) => {
      if (snapshot.matches("writing")) expect(snapshot.context.record).not.toBeNull();
    },
  });
  expect(snapshots.some((snapshot) => snapshot.matches("writing"))).toBe(true);
});
