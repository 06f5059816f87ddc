import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { ApiProblem } from "#api/client.ts";
import { type UploadInput, uploadMachine } from "#machines/files/upload.machine.ts";
import { type ChosenFile, UnreadablePicture, type UploadedPicture } from "#machines/files/upload.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const logo: ChosenFile = { name: "logo.png", type: "image/png", size: 20_000 };
const taken: UploadedPicture = { id: "new", url: "/api/File/new" };

const givenUpload = (storedUrl?: string, error?: Error) => {
  const sent: { input: UploadInput; signal: AbortSignal }[] = [];
  let finish = (_: UploadedPicture) => {};
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        upload: fromPromise<UploadedPicture, UploadInput>(({ input, signal }) => {
          sent.push({ input, signal });
          if (error) return Promise.reject(error);
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
      await flushPromises();
    },
    choose: (file: ChosenFile = logo) => actor.send({ type: "file.choose", file }),
    state: () => actor.getSnapshot(),
  };
};

test("a chosen picture — is uploaded immediately, and the upload reports its progress", async () => {
  const { choose, sent, state, finish } = givenUpload();
  choose();
  sent[0]?.input.report(0.4);
  expect([state().value, state().context.fraction]).toEqual(["uploading", 0.4]);
  await finish();
  expect([state().value, state().context.uploaded]).toEqual(["uploaded", taken]);
});

test("cancelling an upload — aborts the request and keeps the previous picture", () => {
  const { actor, choose, sent, state } = givenUpload("/api/File/old");
  choose();
  actor.send({ type: "upload.cancel" });
  expect([state().value, sent[0]?.signal.aborted, state().context.file]).toEqual(["stored", true, undefined]);
});

test.each([
  ["an SVG picture", { ...logo, type: "image/svg+xml" }, "notPicture"],
  ["an HTML file named like a picture", { ...logo, type: "text/html", name: "logo.png" }, "notPicture"],
  ["a picture larger than 5 MiB", { ...logo, size: 5 * 1024 * 1024 + 1 }, "tooLarge"],
  ["an empty file", { ...logo, size: 0 }, "empty"],
])("%s — is refused without an upload", (_, file, reason) => {
  const { choose, sent, state } = givenUpload();
  choose(file);
  expect([state().value, sent.length]).toEqual(["refused", 0]);
  expect(state().context.reason).toBe(reason);
});

test("an upload of a picture that the server refuses — shows the server's message and can be retried", async () => {
  const { actor, choose, sent, state } = givenUpload("/api/File/old", new ApiProblem(400, "Файл картинки повреждён."));
  choose();
  await flushPromises();
  expect([state().value, state().context.failure?.message]).toEqual(["refused", "Файл картинки повреждён."]);
  actor.send({ type: "upload.retry" });
  await flushPromises();
  expect(sent).toHaveLength(2);
  actor.send({ type: "failure.dismiss" });
  expect([state().value, state().context.file]).toEqual(["stored", undefined]);
});

test("an upload of a picture that cannot be decoded — cannot be retried", async () => {
  const { choose, state } = givenUpload("/api/File/old", new UnreadablePicture());
  choose();
  await flushPromises();
  expect([state().value, state().context.reason]).toEqual(["refused", "notReadable"]);
  expect(state().can({ type: "upload.retry" })).toBe(false);
});

test("the stored picture — can be removed and restored", async () => {
  const { actor, choose, finish, state } = givenUpload("/api/File/old");
  actor.send({ type: "picture.remove" });
  expect([state().value, state().context.isRemoved]).toEqual(["removed", true]);
  actor.send({ type: "picture.restore" });
  expect([state().value, state().context.isRemoved]).toEqual(["stored", false]);
  choose();
  await finish();
  expect(state().context.isRemoved).toBe(false);
});

test("upload — a walk through the state machine reaches every state and takes every transition", () => {
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
      { type: "failure.dismiss" },
      done("upload", taken),
      failed("upload"),
      failed("upload", new UnreadablePicture()),
    ],
    project: ({ context }) => [Boolean(context.uploaded), context.isRemoved, Boolean(context.file)],
  });
});

test("removing a newly uploaded picture — leaves no picture, even if another picture was stored before", async () => {
  for (const storedUrl of [undefined, "/api/File/old"]) {
    const { actor, choose, finish, state } = givenUpload(storedUrl);
    choose();
    await finish();
    actor.send({ type: "picture.remove" });
    expect(state()).toMatchObject({
      value: storedUrl === undefined ? "empty" : "removed",
      context: { uploaded: undefined, isRemoved: storedUrl !== undefined },
    });
  }
});
