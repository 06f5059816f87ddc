import { useSelector } from "@xstate/react";
import type { StatusRequest } from "#machines/orders/status/statusChange.ts";
import { statusUndoActors } from "#machines/orders/status/statusUndo.actors.ts";
import { statusUndoMachine } from "#machines/orders/status/statusUndo.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useServices } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/toast.ts";

const UndoCommand = ({ run }: { run: () => void }) => {
  useCommands([{ title: "Вернуть прежний статус", keys: "Ctrl+Z", run }]);
  return null;
};

const NOT_UNDONE = "Статус не вернулся. Проверьте заказ.";

/**
 * Offer to undo a status change within 8 s, and the reason if the undo failed (areas, section 13, B6). `onChange` is
 * called when the order may have changed, and `onEnd` when the offer ends.
 */
export const UndoBar = ({
  request,
  onChange,
  onEnd,
}: {
  request: StatusRequest;
  onChange: () => void;
  onEnd: () => void;
}) => {
  const { api, environment, newKey } = useServices();
  const undo = useProvidedActor(statusUndoMachine, () => statusUndoActors({ api, environment, newKey }), { request });
  const { value: state, context } = useSelector(undo, (snapshot) => snapshot);
  useEmitted(undo, {
    "undo.done": () => {
      toast("Прежний статус возвращён");
      onChange();
    },
    "undo.refused": onChange,
    "undo.ended": onEnd,
  });
  const run = () => undo.send({ type: "undo.run" });
  const { failure } = context;
  return (
    <div
      role="status"
      className="fixed right-4 bottom-float z-40 flex max-w-[calc(100vw-2rem)] items-center gap-3 rounded-md border border-line bg-raised py-2 pr-2 pl-4 text-sm shadow-float"
    >
      {state === "refused" ? (
        <>
          <span className="text-negative">{failure ? failureText(failure) : NOT_UNDONE}</span>
          <Button onClick={() => undo.send({ type: "undo.dismiss" })}>Понятно</Button>
        </>
      ) : (
        <>
          <span>
            <span aria-hidden className="mr-2 text-positive">
              ✓
            </span>
            Статус изменён
          </span>
          <Button keys="Ctrl+Z" why={state === "running" && "Возвращаем прежний статус"} onClick={run}>
            Вернуть
          </Button>
        </>
      )}
      {state === "offered" && <UndoCommand run={run} />}
    </div>
  );
};
