import { useSelector } from "@xstate/react";
import type { ActorRefFrom } from "xstate";
import type { taskMachine } from "#machines/core/task.machine.ts";
import { failureText } from "../../services/failureText.ts";
import { ErrorBox } from "../../ui/ErrorBox.tsx";

/** Error box for a failed task, on a separate line among the filter controls. */
export const TaskProblem = ({ task }: { task: ActorRefFrom<typeof taskMachine> }) => {
  const failure = useSelector(task, ({ context }) => context.failure);
  return failure ? (
    <div className="basis-full">
      <ErrorBox message={failureText(failure)} />
    </div>
  ) : null;
};
