import { type FormEvent, useState } from "react";
import type { LiveActor } from "#machines/inspector/inspector.ts";
import { Button } from "../ui/Button.tsx";

const eventIn = (text: string): { type: string } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const isEvent = typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
    return isEvent ? { ...value, type: String(value.type) } : undefined;
  } catch {
    return undefined;
  }
};

/** The events that an actor would take now, and a field to send it one. */
export const SendEvent = ({
  actor,
  onSend,
}: {
  actor: LiveActor;
  onSend: (actor: LiveActor, event: { type: string }) => void;
}) => {
  const [text, setText] = useState('{ "type": "" }');
  const event = eventIn(text);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (event) onSend(actor, event);
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
      <Button type="submit" kind="primary" why={event ? undefined : "Это не событие: нужен объект с полем type"}>
        Послать событие
      </Button>
    </form>
  );
};
