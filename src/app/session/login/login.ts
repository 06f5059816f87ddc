// Script of /login.html. It does not use React, so that the page appears quickly.
import { createActor, type SnapshotFrom, waitFor } from "xstate";
import { readAppConfig } from "#machines/session/config.ts";
import { signInActors } from "#machines/session/signIn.actors.ts";
import { type SignInFailure, signInMachine } from "#machines/session/signIn.machine.ts";
import { recordStep } from "../../trail/trail.ts";
import { connectTrailButton } from "../../trail/trailButton.ts";
import { sendPendingSignOut } from "../pendingSignOut.ts";
import { markSignIn } from "../signInMark.ts";
import { readRecord, storeTokenAnswer } from "../storage.ts";
import { returnPath } from "./returnPath.ts";

const STORAGE_BLOCKED =
  "Браузер не разрешает этой странице хранить данные, а без них войти нельзя. Разрешите в настройках браузера данные этого сайта.";

const failureTexts: Readonly<Record<SignInFailure["code"], string>> = {
  wrongCredentials: "Неверное имя или пароль.",
  wrongCode: "Код не подходит. Введите новый код из приложения.",
  refused: "",
  unanswered: "Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.",
  unreadable: "Сервер ответил непонятно. Попробуйте ещё раз или обратитесь в поддержку.",
};

const element = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`);
  return found;
};

const form = element("form", HTMLFormElement);
// This listener must be added before the button is enabled. Without the listener the browser would send the password to
// the address of this page.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submitForm();
});
const userName = element("userName", HTMLInputElement);
const password = element("password", HTMLInputElement);
const code = element("code", HTMLInputElement);
const passwordStep = element("passwordStep", HTMLElement);
const codeStep = element("codeStep", HTMLElement);
const showButton = element("show", HTMLButtonElement);
const submitButton = element("submit", HTMLButtonElement);
const error = element("error", HTMLElement);
const progress = element("progress", HTMLElement);
const caps = element("caps", HTMLElement);

const config = readAppConfig(Reflect.get(globalThis, "appConfig"));
const wantedPath = new URLSearchParams(location.search).get("return");

const signIn = createActor(
  signInMachine.provide({
    actors: signInActors({
      config,
      transport: (request) => fetch(request),
      checkStorage: () => {
        const theme = localStorage.getItem("theme");
        if (theme !== null) document.documentElement.dataset["theme"] = theme;
      },
      store: (answer) => storeTokenAnswer(answer, performance.timeOrigin + performance.now()),
      sendPendingSignOut: () => sendPendingSignOut(config),
      now: Date.now,
      readCredentials: (withCode) => ({
        userName: userName.value.trim(),
        password: password.value,
        ...(withCode && { code: code.value.trim() }),
      }),
    }),
  }),
  { inspect: recordStep },
);

const showText = (target: HTMLElement, text: string) => {
  target.textContent = text;
  target.hidden = text === "";
};

const showProblem = (field: HTMLInputElement, text: string) => {
  showText(element(`${field.id}-error`, HTMLElement), text);
  if (text === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
};

const isFilled = (): boolean => {
  if (signIn.getSnapshot().matches("asking")) {
    showProblem(code, code.value.trim() === "" ? "Введите код" : "");
    if (code.value.trim() === "") code.focus();
    return code.value.trim() !== "";
  }
  showProblem(userName, userName.value.trim() === "" ? "Введите имя пользователя" : "");
  showProblem(password, password.value === "" ? "Введите пароль" : "");
  const [first] = form.querySelectorAll<HTMLInputElement>("[aria-invalid]");
  first?.focus();
  return first === undefined;
};

const submitForm = () => {
  const state = signIn.getSnapshot();
  if ((state.matches("ready") || state.matches("asking")) && isFilled()) signIn.send({ type: "signIn.submit" });
};

type State = SnapshotFrom<typeof signInMachine>;

const errorText = (state: State): string => {
  const { failure } = state.context;
  if (state.matches("barred")) return STORAGE_BLOCKED;
  return failure ? failure.message || failureTexts[failure.code] : "";
};

const progressText = (state: State): string => {
  if (state.hasTag("slow")) return "Сервер отвечает дольше обычного…";
  return state.matches("waiting") ? `Новая попытка через ${state.context.waitSeconds} с` : "";
};

let wasBusy = false;

const render = (state: State) => {
  const isBusy = state.hasTag("busy");
  submitButton.disabled = state.matches("checking");
  submitButton.setAttribute("aria-disabled", String(isBusy || state.matches("waiting")));
  submitButton.textContent = isBusy ? "Входим…" : "Войти";
  progress.textContent = progressText(state);
  showText(error, errorText(state));
  const { isCodeAsked } = state.context;
  const hasStepChanged = codeStep.hidden === isCodeAsked;
  passwordStep.hidden = isCodeAsked;
  codeStep.hidden = !isCodeAsked;
  if (hasStepChanged) code.value = "";
  if ((hasStepChanged || (wasBusy && !isBusy)) && state.status === "active") (isCodeAsked ? code : password).select();
  wasBusy = isBusy;
};

const openApplication = () => location.replace(returnPath(wantedPath && wantedPath + location.hash, location.origin));

const complete = () => {
  if (wantedPath === null) markSignIn();
  openApplication();
};

signIn.subscribe({ next: render, complete });
signIn.start();

// A user with a stored session goes to the application immediately. If the session has expired, the application deletes
// the stored session and returns here.
void waitFor(signIn, (state) => !state.matches("checking")).then((state) => {
  if (state.matches("ready") && readRecord()) openApplication();
});

if (wantedPath !== null) element("reason", HTMLElement).textContent = "Войдите, чтобы продолжить работу";

element("back", HTMLButtonElement).addEventListener("click", () => signIn.send({ type: "signIn.back" }));

for (const field of [userName, password, code]) field.addEventListener("input", () => showProblem(field, ""));

showButton.addEventListener("click", () => {
  const isShown = password.type === "text";
  password.type = isShown ? "password" : "text";
  showButton.textContent = isShown ? "Показать" : "Скрыть";
  showButton.setAttribute("aria-pressed", String(!isShown));
  password.focus();
});

for (const kind of ["keydown", "keyup"] as const) {
  form.addEventListener(kind, (event) => {
    caps.hidden = !(event instanceof KeyboardEvent && event.getModifierState("CapsLock"));
  });
}

connectTrailButton(element("trail", HTMLButtonElement));

const signOutPending = () => void sendPendingSignOut(config).catch(() => {});
addEventListener("online", signOutPending);
signOutPending();
// If the user is already typing, the focus stays in the field.
if (!form.contains(document.activeElement)) (userName.value === "" ? userName : password).focus();
