import type { TabStep } from "#machines/inspector/inspector.ts";
import { toTestFile } from "#machines/inspector/testFile.ts";
import { saveFile } from "../http/saveFile.ts";
import { Button } from "../ui/Button.tsx";

/** Paths of the machines' source files. The contents of the files are not loaded. */
const files = Object.keys(import.meta.glob("../../../machines/**/*.machine.ts"));

const importPathOf = (machine: string): string | undefined =>
  files.find((path) => path.endsWith(`/${machine}.machine.ts`))?.replace(/^.*\/machines\//, "#machines/");

/** Button that saves the recorded steps of an actor as a test file. */
export const TestExport = ({ steps }: { steps: readonly TabStep[] }) => {
  const machine = steps[0]?.machine ?? "";
  const path = importPathOf(machine);
  const text = path && toTestFile(steps, path, `${machine}Machine`);
  return (
    <Button
      why={text ? undefined : "Нужны хотя бы два шага одного актора"}
      onClick={() => text && saveFile(new Blob([text], { type: "text/plain" }), `${machine}.trail.test.ts`)}
    >
      Сохранить шаги как тест
    </Button>
  );
};
