// Script of /tracker.html, the page on an operator's phone that reports calls. It needs no sign-in and does not use
// React.
import { createActor, fromCallback, type SnapshotFrom } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { acceptPhoneInput } from "#domain/fieldInput.ts";
import { formatPhone, isValidPhone } from "#domain/phone.ts";
import { phoneTrackerActors } from "#machines/calls/phoneTracker.actors.ts";
import { phoneTrackerMachine } from "#machines/calls/phoneTracker.machine.ts";
import type { EnvironmentEvent } from "#machines/core/environment.ts";
import { readAppConfig } from "#machines/session/config.ts";
import { newIdempotencyKey } from "../http/idempotencyKey.ts";
import { failureText } from "../services/failureText.ts";
import { recordStep } from "../trail/trail.ts";
import { connectTrailButton } from "../trail/trailButton.ts";
import { keepForOffline, onInstallOffer } from "./installing.ts";
import { sharedNumber } from "./sharedNumber.ts";
import { createTrackerStore, readTrackedPhone } from "./trackerStore.ts";

const element = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`);
  return found;
};

const { apiBase, requestTimeout } = readAppConfig(Reflect.get(globalThis, "appConfig"));

const api = createApi({
  baseUrl: apiBase || location.origin,
  fetch: (request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(requestTimeout)]) }).catch(() => {
      throw new NoAnswer();
    }),
});

const environment = fromCallback(({ sendBack }) => {
  const online = () => {
    const event: EnvironmentEvent = { type: "network.online" };
    sendBack(event);
  };
  addEventListener("online", online);
  return () => removeEventListener("online", online);
});

const code = /^#([\w-]{1,100})$/.exec(location.hash)?.[1] ?? "";
const number = element("number", HTMLInputElement);
number.value = formatPhone(sharedNumber(location.search));
// The fragment and the query are removed from the URL, so that neither the code nor a customer's number stays in the
// browser's history.
history.replaceState(null, "", location.pathname);

const store = createTrackerStore();
const tracker = createActor(
  phoneTrackerMachine.provide({ actors: phoneTrackerActors({ api, store, environment, code }) }),
  {
    input: { phone: readTrackedPhone(), hasCode: code !== "", stored: store.calls.recall() },
    inspect: recordStep,
  },
);

type State = SnapshotFrom<typeof phoneTrackerMachine>;

const showWhen = (isShown: boolean, ...ids: readonly string[]) => {
  for (const id of ids) element(id, HTMLElement).hidden = !isShown;
};

const setText = (id: string, text: string) => {
  element(id, HTMLElement).textContent = text;
};

/** Returns the number of call steps that are not reported to the server yet. */
const waitingCount = ({ children: { outbox } }: State): number => outbox?.getSnapshot().context.entries.length ?? 0;

const progressText = (state: State): string => {
  if (state.matches("linking")) return "Подключаем…";
  const count = waitingCount(state);
  return count > 0 ? `Ждут отправки: ${count}. Отправим, как только появится связь.` : "";
};

const render = (state: State) => {
  const { failure, phone, number: caller } = state.context;
  const isCalling = state.matches({ linked: "ringing" }) || state.matches({ linked: "talking" });
  setText(
    "title",
    phone ? `Телефон ${phone.name ? `«${phone.name}»` : formatPhone(phone.number)}` : "Телефон оператора",
  );
  setText("company", phone?.companyName ?? "");
  setText("error", failureText(failure) ?? "");
  showWhen(failure !== undefined, "error");
  showWhen(state.matches("unlinked"), "unlinked");
  showWhen(state.matches("notLinked"), "notLinked");
  showWhen(state.matches("linked"), "linked");
  showWhen(!isCalling, "ring");
  showWhen(isCalling, "call");
  setText("caller", formatPhone(caller) || "Номер скрыт");
  setText("phase", state.matches({ linked: "ringing" }) ? "Звонит. Операторы видят звонок." : "Идёт разговор.");
  showWhen(state.matches({ linked: "ringing" }), "answer", "miss");
  showWhen(state.matches({ linked: "talking" }), "end");
  setText("progress", progressText(state));
};

const checkNumber = (): boolean => {
  const isValid = number.value === "" || isValidPhone(number.value);
  setText(
    "number-hint",
    isValid
      ? "Пусто — номер скрыт. Номер можно передать сюда кнопкой «Поделиться» из журнала звонков."
      : "Введите номер полностью",
  );
  if (isValid) number.removeAttribute("aria-invalid");
  else number.setAttribute("aria-invalid", "true");
  return isValid;
};

const now = () => new Date().toISOString();
const press = (id: string, act: () => void) => element(id, HTMLButtonElement).addEventListener("click", act);

press("retry", () => tracker.send({ type: "link.retry" }));
press("start", () => {
  if (!checkNumber()) return number.focus();
  tracker.send({ type: "call.ring", callId: newIdempotencyKey(), number: number.value, at: now() });
  number.value = "";
});
press("answer", () => tracker.send({ type: "call.answer", at: now() }));
press("miss", () => tracker.send({ type: "call.miss", at: now() }));
press("end", () => tracker.send({ type: "call.end", at: now() }));

let typed = number.value;
number.addEventListener("input", () => {
  typed = acceptPhoneInput(number.value, typed);
  number.value = typed;
  if (number.hasAttribute("aria-invalid")) checkNumber();
});

onInstallOffer((install) => {
  showWhen(true, "install");
  press("install", () => void install().then(() => showWhen(false, "install")));
});

connectTrailButton(element("trail", HTMLButtonElement));

tracker.subscribe((state) => {
  render(state);
  state.children.outbox?.subscribe(() => setText("progress", progressText(tracker.getSnapshot())));
});
tracker.start();
addEventListener("load", () => void keepForOffline().catch(() => {}));
