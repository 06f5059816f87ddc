import { useState } from "react";
import { acceptPhoneInput } from "#domain/fieldInput.ts";
import { isValidPhone } from "#domain/phone.ts";
import { newIdempotencyKey } from "../../http/idempotencyKey.ts";
import { failureText } from "../../services/failureText.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useTestCall } from "./useTestCall.ts";

const stateTexts = {
  quiet: "Звонка нет.",
  beginning: "Сообщаем о звонке…",
  ringing: "Телефон звонит: у операторов появится уведомление.",
  answering: "Сообщаем об ответе…",
  talking: "Идёт разговор.",
  ending: "Сообщаем о конце разговора…",
  missing: "Сообщаем о пропущенном звонке…",
};

/** Simulated call that the user plays step by step with the token of an operator phone. */
export const TestCall = () => {
  const { call, state, setToken } = useTestCall();
  const [tokenText, setTokenText] = useState("");
  const [number, setNumber] = useState("");
  const isQuiet = state.matches("quiet");
  const why = !tokenText.trim()
    ? "Введите токен"
    : number && !isValidPhone(number)
      ? "Введите номер полностью"
      : undefined;
  const steps = [
    { title: "Снять трубку", event: { type: "call.answer" } },
    { title: "Не отвечать", event: { type: "call.miss" } },
    { title: "Положить трубку", event: { type: "call.end" } },
  ] as const;
  return (
    <section className="card grid gap-3">
      <h2 className="font-semibold">5. Пробный звонок</h2>
      <p>Сыграйте звонок сами: он появится в списке звонков, а операторы увидят уведомление.</p>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Токен телефона"
          type="password"
          autoComplete="off"
          className="min-w-60 flex-1"
          readOnly={!isQuiet}
          value={tokenText}
          onText={(text) => {
            setToken(text.trim());
            setTokenText(text);
          }}
        />
        <TextField
          label="Кто звонит"
          type="tel"
          className="w-52"
          hint="Пусто — номер скрыт"
          readOnly={!isQuiet}
          value={number}
          onText={(text) => setNumber(acceptPhoneInput(text, number))}
        />
      </div>
      {state.context.failure && <ErrorBox title="Событие не принято" message={failureText(state.context.failure)} />}
      <p role="status">{stateTexts[state.value]}</p>
      <div className="flex flex-wrap gap-2">
        {isQuiet || state.matches("beginning") ? (
          <Button
            kind="primary"
            why={why ?? (!isQuiet && "Сообщаем")}
            onClick={() => call.send({ type: "call.ring", callId: `test-${newIdempotencyKey()}`, number })}
          >
            Позвонить
          </Button>
        ) : (
          steps
            .filter(({ event }) => state.can(event))
            .map(({ title, event }) => (
              <Button key={title} kind={title === "Не отвечать" ? "plain" : "primary"} onClick={() => call.send(event)}>
                {title}
              </Button>
            ))
        )}
      </div>
    </section>
  );
};
