import { act } from "react";
import { expect, test } from "vitest";
import { NoAnswer } from "#api/client.ts";
import { MutationProgress } from "#app/shared/MutationProgress.tsx";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import { click, mount } from "../support/app/mount.tsx";
import { givenMachine } from "../support/machines/givenMachine.ts";

const texts = { sending: "Отправляем", verifying: "Проверяем запись", notRecorded: "Запись не найдена." };

/** Renders the progress of a write whose request is stored in the journal and not answered yet. */
const givenSending = async () => {
  const given = givenMachine(mutationMachineOf<string, string, string>(), { request: "оплата" });
  given.call("journal").answer({ key: "key-00000001", request: "оплата" });
  const { box } = await mount(<MutationProgress mutation={given.actor} texts={texts} />);
  const button = (name: string) => {
    const found = [...box.querySelectorAll("button")].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`No button ${name}`);
    return found;
  };
  const invoked = () => given.calls.map(({ actor }) => actor).filter((actor) => actor !== "environment");
  return { ...given, box, button, invoked };
};

test("progress of a write — after 10 s without an answer, shows a note and focuses the button 'Проверить сейчас'", async () => {
  const { box, button, clock } = await givenSending();
  await act(async () => clock.increment(9999));
  expect(box.textContent).toBe("ОтправляемОтправляем");
  await act(async () => clock.increment(1));
  expect(box.textContent).toContain("Ответа нет дольше обычного");
  expect(box.textContent).toContain("Не повторяйте действие");
  expect(button("Проверить сейчас").hasAttribute("data-autofocus")).toBe(true);
});

test("progress of a write — 'Проверить сейчас' is disabled during a check, and enabled again if the server has not recorded the write", async () => {
  const { box, button, call, clock, invoked } = await givenSending();
  await act(async () => clock.increment(10_000));
  await click(button("Проверить сейчас"));
  expect(invoked()).toEqual(["journal", "send", "verify"]);
  const checking = button("Проверить сейчас(Проверяем)");
  expect([checking.getAttribute("aria-disabled"), checking.title]).toEqual(["true", "Проверяем"]);
  await click(checking);
  expect(invoked()).toHaveLength(3);
  await act(async () => call("verify").answer({ kind: "notRecorded" }));
  expect([button("Проверить сейчас").hasAttribute("aria-disabled"), call("send").signal.aborted]).toEqual([
    false,
    false,
  ]);
  await click(button("Проверить сейчас"));
  await act(async () => call("verify").answer({ kind: "recorded", result: "записано" }));
  expect(invoked()).toEqual(["journal", "send", "verify", "verify", "clear"]);
  expect(box.textContent).not.toContain("Ответа нет дольше обычного");
});

test("progress of an unanswered write — if the server has not recorded the write, the user can send it again or drop it", async () => {
  const { box, button, call, invoked } = await givenSending();
  await act(async () => call("send").fail(new NoAnswer()));
  expect(box.textContent).toContain("Сервер не ответил. Узнаём, записано ли действие.");
  await act(async () => call("verify").answer({ kind: "notRecorded" }));
  expect(box.textContent).toContain("Запись не найдена.");
  await click(button("Отправить ещё раз"));
  expect(invoked()).toEqual(["journal", "send", "verify", "send"]);
  await act(async () => call("send").fail(new NoAnswer()));
  await act(async () => call("verify").answer({ kind: "notRecorded" }));
  await click(button("Не отправлять"));
  expect(invoked().at(-1)).toBe("clear");
});
