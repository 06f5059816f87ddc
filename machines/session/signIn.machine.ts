import { assign, setup } from "xstate";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

/** User name and password as typed. */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** Reason why a sign-in failed. `message` is the server's message or an empty string. */
export interface SignInFailure {
  readonly code: "wrongCredentials" | "refused" | "unanswered" | "unreadable";
  readonly message: string;
}

/** Outcome of an attempt to sign in. `waitSeconds` is the time before the server accepts the next attempt. */
export type SignInAnswer =
  | { readonly kind: "granted" }
  /** The browser blocks storage, so the session cannot be stored. */
  | { readonly kind: "barred" }
  | { readonly kind: "failed"; readonly failure: SignInFailure; readonly waitSeconds: number };

const SLOW_MS = 4000;
const SECOND_MS = 1000;

/** Sign-in with user name and password. After failed attempts the user must wait for the time that the server requests. */
export const signInMachine = setup({
  types: {
    context: {} as {
      readonly credentials: Credentials;
      readonly failure: SignInFailure | undefined;
      /** Seconds until the server accepts the next attempt. */
      readonly waitSeconds: number;
    },
    events: {} as { type: "signIn.submit"; credentials: Credentials },
    tags: {} as "busy" | "slow",
  },
  actors: {
    /** Throws if the browser blocks storage. */
    checkStorage: stub<void>("checkStorage"),
    /** Requests the tokens and stores them for the application's page. */
    signIn: stub<SignInAnswer, Credentials>("signIn"),
  },
  guards: {
    isGranted: (_, answer: SignInAnswer) => answer.kind === "granted",
    isBarred: (_, answer: SignInAnswer) => answer.kind === "barred",
    isToWait: ({ context }) => context.waitSeconds > 0,
  },
  actions: {
    keepCredentials: assign((_, credentials: Credentials) => ({ credentials, failure: undefined })),
    keepFailure: assign((_, answer: SignInAnswer) =>
      answer.kind === "failed" ? { failure: answer.failure, waitSeconds: answer.waitSeconds } : {},
    ),
    keepUnanswered: assign({ failure: { code: "unanswered" as const, message: "" } }),
    forgetPassword: assign(({ context }) => ({ credentials: { ...context.credentials, password: "" } })),
    countDown: assign(({ context }) => ({ waitSeconds: context.waitSeconds - 1 })),
  },
  delays: { slow: SLOW_MS, second: SECOND_MS },
}).createMachine({
  id: "signIn",
  context: { credentials: { userName: "", password: "" }, failure: undefined, waitSeconds: 0 },
  initial: "checking",
  states: {
    checking: {
      invoke: { id: "checkStorage", src: "checkStorage", onDone: "ready", onError: "barred" },
    },
    ready: {
      always: { guard: "isToWait", target: "waiting" },
      on: {
        "signIn.submit": {
          target: "sending",
          actions: { type: "keepCredentials", params: ({ event }) => event.credentials },
        },
      },
    },
    sending: {
      tags: "busy",
      initial: "normal",
      exit: "forgetPassword",
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => context.credentials,
        onDone: [
          { guard: { type: "isGranted", params: outputOf }, target: "signedIn" },
          { guard: { type: "isBarred", params: outputOf }, target: "barred" },
          { target: "ready", actions: { type: "keepFailure", params: outputOf } },
        ],
        onError: { target: "ready", actions: "keepUnanswered" },
      },
      states: {
        normal: { after: { slow: "slow" } },
        slow: { tags: "slow" },
      },
    },
    waiting: {
      description: "After failed attempts the server delays the next one, so the user has to wait.",
      after: { second: { target: "ready", actions: "countDown" } },
    },
    barred: { description: "The browser blocks storage." },
    signedIn: { type: "final" },
  },
});
