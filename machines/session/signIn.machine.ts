import { assign, setup } from "xstate";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

/** Reason why a sign-in failed. `message` is the server's message or an empty string. */
export interface SignInFailure {
  readonly code: "wrongCredentials" | "wrongCode" | "refused" | "unanswered" | "unreadable";
  readonly message: string;
}

/** Outcome of an attempt to sign in. `waitSeconds` is the time until the server accepts another attempt. */
export type SignInAnswer =
  | { readonly kind: "granted" }
  /** User name and password are right. The account also requires the code of a second factor. */
  | { readonly kind: "codeAsked" }
  /** The browser does not allow storage, so the session cannot be stored. */
  | { readonly kind: "barred" }
  | { readonly kind: "failed"; readonly failure: SignInFailure; readonly waitSeconds: number };

const SLOW_MS = 4000;
const SECOND_MS = 1000;

/**
 * Sign-in with user name and password, and with a code if the account has a second factor; typed values never enter the
 * context. After failed attempts the user must wait for the time that the server requests.
 */
export const signInMachine = setup({
  types: {
    context: {} as {
      /** True after the server has asked for the code of the second factor. */
      readonly isCodeAsked: boolean;
      readonly failure: SignInFailure | undefined;
      /** Seconds until the server accepts another attempt. */
      readonly waitSeconds: number;
    },
    events: {} as { type: "signIn.submit" } | { type: "signIn.back" },
    tags: {} as "busy" | "slow",
  },
  actors: {
    /** Throws if the browser does not allow the page to store data. */
    checkStorage: stub<void>("checkStorage"),
    /** Sends the typed values to the server, and stores the received tokens for the page of the application. */
    signIn: stub<SignInAnswer, { withCode: boolean }>("signIn"),
  },
  guards: {
    isGranted: (_, answer: SignInAnswer) => answer.kind === "granted",
    isBarred: (_, answer: SignInAnswer) => answer.kind === "barred",
    isCodeRequest: (_, answer: SignInAnswer) => answer.kind === "codeAsked",
    isCodeAsked: ({ context }) => context.isCodeAsked,
    isToWait: ({ context }) => context.waitSeconds > 0,
  },
  actions: {
    dismissFailure: assign({ failure: undefined }),
    askCode: assign({ isCodeAsked: true }),
    dropCode: assign({ isCodeAsked: false, failure: undefined }),
    keepFailure: assign(({ context }, answer: SignInAnswer) =>
      answer.kind === "failed"
        ? {
            failure: answer.failure,
            waitSeconds: answer.waitSeconds,
            // If a sign-in fails with `wrongCredentials` after the server has asked for the code, the password has
            // changed in the meantime. The form then shows the first step again.
            isCodeAsked: context.isCodeAsked && answer.failure.code !== "wrongCredentials",
          }
        : {},
    ),
    keepUnanswered: assign({ failure: { code: "unanswered" as const, message: "" } }),
    countDown: assign(({ context }) => ({ waitSeconds: context.waitSeconds - 1 })),
  },
  delays: { slow: SLOW_MS, second: SECOND_MS },
}).createMachine({
  id: "signIn",
  context: { isCodeAsked: false, failure: undefined, waitSeconds: 0 },
  initial: "checking",
  states: {
    checking: {
      invoke: { id: "checkStorage", src: "checkStorage", onDone: "ready", onError: "barred" },
    },
    ready: {
      always: [
        { guard: "isToWait", target: "waiting" },
        { guard: "isCodeAsked", target: "asking" },
      ],
      on: { "signIn.submit": { target: "sending", actions: "dismissFailure" } },
    },
    asking: {
      description: "The user types the code of the second factor.",
      on: {
        "signIn.submit": { target: "sending", actions: "dismissFailure" },
        "signIn.back": { target: "ready", actions: "dropCode" },
      },
    },
    sending: {
      tags: "busy",
      initial: "normal",
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ withCode: context.isCodeAsked }),
        onDone: [
          { guard: { type: "isGranted", params: outputOf }, target: "signedIn" },
          { guard: { type: "isBarred", params: outputOf }, target: "barred" },
          { guard: { type: "isCodeRequest", params: outputOf }, target: "ready", actions: "askCode" },
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
