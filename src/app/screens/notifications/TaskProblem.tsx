import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import type { taskMachine } from "#machines/core/task.machine.ts";
import { failureText } from "../../services/failureText.ts";
import { ErrorBox } from "../../ui/ErrorBox.tsx";

/** Error of a task, on a line of its own among the filters of a list. */
export const TaskProblem = ({ task }: { task: ActorRefFrom<typeof taskMachine> }) => {
  const failure = useSelector(task, ({ context }) => context.failure);
  return failure ? (
    <div className="basis-full">
      <ErrorBox message={failureText(failure)} />
    </div>
  ) : null;
};
