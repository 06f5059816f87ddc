import { assign, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { type ChosenFile, fileProblem, type UploadedPicture } from "./upload.ts";

/** What the sending of a file needs: the file, and whom to tell how much of it is gone, 0 to 1. */
export interface UploadInput {
  readonly file: ChosenFile | undefined;
  readonly report: (fraction: number) => void;
}

/** The picture of a record: none, the stored one, or a new one that is sent as soon as it is chosen; what is sent can be cancelled and removed. */
export const uploadMachine = setup({
  types: {
    context: {} as {
      /** Address of the picture that the record has. */
      storedUrl: string | undefined;
      file: ChosenFile | undefined;
      /** How much of the file is sent, 0 to 1. */
      fraction: number;
      uploaded: UploadedPicture | undefined;
      isRemoved: boolean;
      problem: string | undefined;
    },
    input: {} as { storedUrl: string | undefined },
    events: {} as
      | { type: "file.choose"; file: ChosenFile }
      | { type: "upload.progress"; fraction: number }
      | { type: "upload.cancel" }
      | { type: "upload.retry" }
      | { type: "picture.remove" }
      | { type: "picture.restore" }
      | { type: "problem.dismiss" },
    tags: {} as "busy",
  },
  actors: { upload: stub<UploadedPicture, UploadInput>("upload") },
  guards: {
    isUnfit: (_, file: ChosenFile) => fileProblem(file) !== undefined,
    isUploaded: ({ context }) => context.uploaded !== undefined,
    isRemoved: ({ context }) => context.isRemoved,
    isStored: ({ context }) => context.storedUrl !== undefined,
    hasFile: ({ context }) => context.file !== undefined,
  },
  actions: {
    keepFile: assign((_, file: ChosenFile) => ({ file, fraction: 0, problem: undefined })),
    keepUnfit: assign((_, file: ChosenFile) => ({ file: undefined, problem: fileProblem(file) })),
    keepFraction: assign((_, fraction: number) => ({ fraction })),
    startOver: assign({ fraction: 0, problem: undefined }),
    keepUploaded: assign((_, uploaded: UploadedPicture) => ({ uploaded, isRemoved: false, file: undefined })),
    keepProblem: assign((_, error: unknown) => ({ problem: wordsOf(error) })),
    dropFile: assign({ file: undefined, problem: undefined }),
    remove: assign(({ context }) => ({ uploaded: undefined, isRemoved: context.storedUrl !== undefined })),
    restore: assign({ isRemoved: false }),
  },
}).createMachine({
  id: "upload",
  context: ({ input }) => ({
    storedUrl: input.storedUrl,
    file: undefined,
    fraction: 0,
    uploaded: undefined,
    isRemoved: false,
    problem: undefined,
  }),
  initial: "settling",
  on: {
    "file.choose": [
      {
        guard: { type: "isUnfit", params: ({ event }) => event.file },
        target: ".refused",
        actions: { type: "keepUnfit", params: ({ event }) => event.file },
      },
      { target: ".uploading", actions: { type: "keepFile", params: ({ event }) => event.file } },
    ],
  },
  states: {
    settling: {
      description:
        "What there is to show: the new picture, none because it was removed, the stored one, or none at all.",
      always: [
        { guard: "isUploaded", target: "uploaded" },
        { guard: "isRemoved", target: "removed" },
        { guard: "isStored", target: "stored" },
        { target: "empty" },
      ],
    },
    empty: {},
    stored: { on: { "picture.remove": { target: "settling", actions: "remove" } } },
    uploaded: { on: { "picture.remove": { target: "settling", actions: "remove" } } },
    removed: { on: { "picture.restore": { target: "settling", actions: "restore" } } },
    uploading: {
      tags: "busy",
      on: {
        "upload.progress": { actions: { type: "keepFraction", params: ({ event }) => event.fraction } },
        "upload.cancel": { target: "settling", actions: "dropFile" },
      },
      invoke: {
        id: "upload",
        src: "upload",
        input: ({ context, self }) => ({
          file: context.file,
          report: (fraction) => self.send({ type: "upload.progress", fraction }),
        }),
        onDone: { target: "settling", actions: { type: "keepUploaded", params: outputOf } },
        onError: { target: "refused", actions: { type: "keepProblem", params: errorOf } },
      },
    },
    refused: {
      description: "The file was not taken; the picture of before is kept.",
      on: {
        "upload.retry": { guard: "hasFile", target: "uploading", actions: "startOver" },
        "problem.dismiss": { target: "settling", actions: "dropFile" },
      },
    },
  },
});
