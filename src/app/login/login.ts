// The page behind /login.html: plain DOM, so that it is there at once.
import { readConfig } from "#machines/session/config.ts";
import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";
import { keepAnswer } from "../sessionRecord.ts";
import { settleSignOut } from "./owedSignOut.ts";
import { returnPath } from "./returnPath.ts";
import { signIn } from "./signIn.ts";

const SLOW_MS = 4000;
const BARRED =
  "Браузер не разрешает этой странице хранить данные, а без них войти нельзя. Разрешите в настройках браузера данные этого сайта.";

const element = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`);
  return found;
};

const form = element("form", HTMLFormElement);
// Before anything that may fail: the browser would send the form by itself, away from here.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send();
});
const userName = element("userName", HTMLInputElement);
const password = element("password", HTMLInputElement);
const show = element("show", HTMLButtonElement);
const submit = element("submit", HTMLButtonElement);
const error = element("error", HTMLElement);
const progress = element("progress", HTMLElement);
const caps = element("caps", HTMLElement);

const config = readConfig(Reflect.get(globalThis, "appConfig"));
const wanted = new URLSearchParams(location.search).get("return");
let isBarred = false;
let isSending = false;
let waiting: ReturnType<typeof setInterval> | undefined;

const say = (place: HTMLElement, text: string) => {
  place.textContent = text;
  place.hidden = text === "";
};

const complain = (field: HTMLInputElement, text: string) => {
  say(element(`${field.id}-error`, HTMLElement), text);
  if (text === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
};

const isFilled = (): boolean => {
  complain(userName, userName.value.trim() === "" ? "Введите имя пользователя" : "");
  complain(password, password.value === "" ? "Введите пароль" : "");
  const [first] = form.querySelectorAll<HTMLInputElement>("[aria-invalid]");
  first?.focus();
  return first === undefined;
};

const setBusy = (busy: boolean) => {
  isSending = busy;
  submit.setAttribute("aria-disabled", String(busy));
  submit.textContent = busy ? "Входим…" : "Войти";
  if (!busy) progress.textContent = "";
};

const holdBack = (ms: number) => {
  const end = performance.now() + ms;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    submit.setAttribute("aria-disabled", String(left > 0));
    progress.textContent = left > 0 ? `Новая попытка через ${left} с` : "";
    if (left > 0) return;
    clearInterval(waiting);
    waiting = undefined;
  };
  waiting = setInterval(tick, 250);
  tick();
};

const isKept = (answer: TokenAnswer): boolean => {
  try {
    keepAnswer(answer, performance.timeOrigin + performance.now());
    return true;
  } catch {
    return false;
  }
};

const send = async () => {
  if (isBarred || isSending || waiting !== undefined || !isFilled()) return;
  setBusy(true);
  say(error, "");
  const slow = setTimeout(() => {
    progress.textContent = "Сервер отвечает дольше обычного…";
  }, SLOW_MS);
  const end = await signIn(config, userName.value.trim(), password.value);
  clearTimeout(slow);
  if ("answer" in end && isKept(end.answer)) {
    location.replace(returnPath(wanted && wanted + location.hash, location.origin));
    return;
  }
  setBusy(false);
  say(error, "answer" in end ? BARRED : end.refusal);
  password.select();
  password.focus();
  if ("waitMs" in end && end.waitMs > 0) holdBack(end.waitMs);
};

try {
  const theme = localStorage.getItem("theme");
  if (theme !== null) document.documentElement.dataset["theme"] = theme;
} catch {
  isBarred = true;
  say(error, BARRED);
}
if (wanted !== null) element("reason", HTMLElement).textContent = "Войдите, чтобы продолжить работу";

for (const field of [userName, password]) field.addEventListener("input", () => complain(field, ""));

show.addEventListener("click", () => {
  const isShown = password.type === "text";
  password.type = isShown ? "password" : "text";
  show.textContent = isShown ? "Показать" : "Скрыть";
  show.setAttribute("aria-pressed", String(!isShown));
  password.focus();
});

for (const kind of ["keydown", "keyup"] as const) {
  form.addEventListener(kind, (event) => {
    caps.hidden = !(event instanceof KeyboardEvent && event.getModifierState("CapsLock"));
  });
}
const settle = () => void settleSignOut(config).catch(() => {});
addEventListener("online", settle);
settle();
(userName.value === "" ? userName : password).focus();
