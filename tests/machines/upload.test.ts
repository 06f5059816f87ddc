import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { type UploadInput, uploadMachine } from "#machines/files/upload.machine.ts";
import type { ChosenFile, UploadedPicture } from "#machines/files/upload.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const logo: ChosenFile = { name: "logo.png", type: "image/png", size: 20_000 };
const taken: UploadedPicture = { id: "new", url: "/api/File/new" };

const givenUpload = (storedUrl?: string, refuse = false) => {
  const sent: { input: UploadInput; signal: AbortSignal }[] = [];
  let finish = (_: UploadedPicture) => {};
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        upload: fromPromise<UploadedPicture, UploadInput>(({ input, signal }) => {
          sent.push({ input, signal });
          if (refuse) return Promise.reject(new Error("Файл картинки повреждён."));
          return new Promise((resolve) => {
            finish = resolve;
          });
        }),
      },
    }),
    { input: { storedUrl } },
  ).start();
  return {
    actor,
    sent,
    finish: async () => {
      finish(taken);
      await settled();
    },
    choose: (file: ChosenFile = logo) => actor.send({ type: "file.choose", file }),
    state: () => actor.getSnapshot(),
  };
};

test("a chosen picture is sent at once, tells its progress, and can be given to the record", async () => {
  const { choose, sent, state, finish } = givenUpload();
  choose();
  sent[0]?.input.report(0.4);
  expect([state().value, state().context.fraction]).toEqual(["uploading", 0.4]);
  await finish();
  expect([state().value, state().context.uploaded]).toEqual(["uploaded", taken]);
});

test("what is being sent can be cancelled: the call ends and the picture of before is kept", () => {
  const { actor, choose, sent, state } = givenUpload("/api/File/old");
  choose();
  actor.send({ type: "upload.cancel" });
  expect([state().value, sent[0]?.signal.aborted, state().context.file]).toEqual(["stored", true, undefined]);
});

test.each([
  [{ ...logo, type: "image/svg+xml" }, "не картинка"],
  [{ ...logo, type: "text/html", name: "logo.png" }, "не картинка"],
  [{ ...logo, size: 5 * 1024 * 1024 + 1 }, "больше 5 МБ"],
  [{ ...logo, size: 0 }, "пуст"],
])("a file that cannot be taken is not sent: %o", (file, words) => {
  const { choose, sent, state } = givenUpload();
  choose(file);
  expect([state().value, sent.length]).toEqual(["refused", 0]);
  expect(state().context.problem).toContain(words);
});

test("what the server refuses is said in its words, and may be tried again or given up", async () => {
  const { actor, choose, state } = givenUpload("/api/File/old", true);
  choose();
  await settled();
  expect([state().value, state().context.problem]).toEqual(["refused", "Файл картинки повреждён."]);
  expect(state().can({ type: "upload.retry" })).toBe(true);
  actor.send({ type: "problem.dismiss" });
  expect(state().value).toBe("stored");
});

test("the stored picture can be removed and brought back; removing a new one brings the stored one's removal", async () => {
  const { actor, choose, finish, state } = givenUpload("/api/File/old");
  actor.send({ type: "picture.remove" });
  expect([state().value, state().context.isRemoved]).toEqual(["removed", true]);
  actor.send({ type: "picture.restore" });
  expect([state().value, state().context.isRemoved]).toEqual(["stored", false]);
  choose();
  await finish();
  expect(state().context.isRemoved).toBe(false);
});

test("upload — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(uploadMachine);
  walk({
    inputs: [{ storedUrl: undefined }, { storedUrl: "/api/File/old" }],
    events: [
      { type: "file.choose", file: logo },
      { type: "file.choose", file: { ...logo, size: 0 } },
      { type: "upload.progress", fraction: 0.5 },
      { type: "upload.cancel" },
      { type: "upload.retry" },
      { type: "picture.remove" },
      { type: "picture.restore" },
      { type: "problem.dismiss" },
      done("upload", taken),
      failed("upload"),
    ],
    project: ({ context }) => [Boolean(context.uploaded), context.isRemoved, Boolean(context.file)],
  });
});
