import { type FormEvent, useState } from "react";
import { looseObject, parseJson, pipe, safeParse, string } from "valibot";
import type { LiveActor } from "#machines/inspector/inspector.ts";
import { Button } from "../ui/Button.tsx";

const eventSchema = pipe(string(), parseJson(), looseObject({ type: string() }));

/**
 * Form that sends an event to a running machine. It suggests the events that the machine accepts in its current state.
 */
export const SendEvent = ({
  actor,
  onSend,
}: {
  actor: LiveActor;
  onSend: (actor: LiveActor, event: { type: string }) => void;
}) => {
  const [text, setText] = useState('{ "type": "" }');
  const { success: isEvent, output: event } = safeParse(eventSchema, text);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isEvent) onSend(actor, event);
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <h3 className="font-semibold">Возможные события</h3>
      <div className="flex flex-wrap gap-1">
        {actor.next.length === 0 && <span className="text-muted">нет</span>}
        {actor.next.map((type) => (
          <button key={type} type="button" className="chip" onClick={() => setText(JSON.stringify({ type }))}>
            {type}
          </button>
        ))}
      </div>
      <label className="grid gap-1">
        <span className="text-xs text-muted">Событие в виде JSON</span>
        <textarea
          rows={3}
          className="field font-mono text-xs"
          value={text}
          onChange={(changed) => setText(changed.target.value)}
        />
      </label>
      <Button type="submit" kind="primary" why={isEvent ? undefined : "Это не событие: нужен объект с полем type"}>
        Послать событие
      </Button>
    </form>
  );
};
