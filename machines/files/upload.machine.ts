import { assign, setup } from "xstate";
import { errorOf, type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import {
  type ChosenFile,
  type FileReason,
  reasonNotToUpload,
  UnreadablePicture,
  type UploadedPicture,
} from "./upload.ts";

/** Input of an upload. `report` receives the uploaded fraction of the file, 0 to 1. */
export interface UploadInput {
  readonly file: ChosenFile | undefined;
  readonly report: (fraction: number) => void;
}

/**
 * Picture field that checks the chosen file immediately. The field then uploads the file or keeps it for the save
 * request of the form.
 */
export const uploadMachine = setup({
  types: {
    context: {} as {
      /** URL of the picture on the server. */
      storedUrl: string | undefined;
      file: ChosenFile | undefined;
      /** Uploaded fraction of the file, 0 to 1. */
      fraction: number;
      uploaded: UploadedPicture | undefined;
      isRemoved: boolean;
      /** Reason why the chosen file was not sent. */
      reason: FileReason | undefined;
      failure: Failure | undefined;
    },
    input: {} as { storedUrl: string | undefined },
    events: {} as
      | { type: "file.choose"; file: ChosenFile }
      | { type: "upload.progress"; fraction: number }
      | { type: "upload.cancel" }
      | { type: "upload.retry" }
      | { type: "picture.remove" }
      | { type: "picture.restore" }
      | { type: "failure.dismiss" },
    tags: {} as "busy",
  },
  actors: { upload: stub<UploadedPicture, UploadInput>("upload") },
  guards: {
    isUnfit: (_, file: ChosenFile) => reasonNotToUpload(file) !== undefined,
    isUnreadable: (_, error: unknown) => error instanceof UnreadablePicture,
    isUploaded: ({ context }) => context.uploaded !== undefined,
    isRemoved: ({ context }) => context.isRemoved,
    isStored: ({ context }) => context.storedUrl !== undefined,
    hasFile: ({ context }) => context.file !== undefined,
  },
  actions: {
    keepFile: assign((_, file: ChosenFile) => ({ file, fraction: 0, reason: undefined, failure: undefined })),
    keepUnfit: assign((_, file: ChosenFile) => ({
      file: undefined,
      reason: reasonNotToUpload(file),
      failure: undefined,
    })),
    keepUnreadable: assign({ file: undefined, reason: "notReadable", failure: undefined }),
    keepFraction: assign((_, fraction: number) => ({ fraction })),
    startOver: assign({ fraction: 0, failure: undefined }),
    keepUploaded: assign((_, uploaded: UploadedPicture) => ({ uploaded, isRemoved: false, file: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dropFile: assign({ file: undefined, reason: undefined, failure: undefined }),
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
    reason: undefined,
    failure: undefined,
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
      description: "Chooses the picture to show: the new one, none after a removal, the stored one, or none.",
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
        onError: [
          {
            guard: { type: "isUnreadable", params: errorOf },
            target: "refused",
            actions: "keepUnreadable",
          },
          { target: "refused", actions: { type: "keepFailure", params: failureOf } },
        ],
      },
    },
    refused: {
      description: "The file was rejected, and the previous picture is kept.",
      on: {
        "upload.retry": { guard: "hasFile", target: "uploading", actions: "startOver" },
        "failure.dismiss": { target: "settling", actions: "dropFile" },
      },
    },
  },
});
