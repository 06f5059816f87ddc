import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import type { usePrint } from "./usePrint.ts";

/** Why nothing is known to be printed, until it is read or something is printed. */
export const PrintProblem = ({ problem, dismiss }: Pick<ReturnType<typeof usePrint>, "problem" | "dismiss">) =>
  problem !== undefined && (
    <ErrorBox message={problem}>
      <Button onClick={dismiss}>Понятно</Button>
    </ErrorBox>
  );
