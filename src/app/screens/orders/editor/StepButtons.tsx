import { type EditorStep, editorSteps } from "./editorSteps.ts";

const titles: Readonly<Record<EditorStep, string>> = { client: "Клиент", dishes: "Блюда", order: "Заказ" };

/** Buttons that choose the part of the order form on a phone. */
export const StepButtons = ({ step, onChoose }: { step: EditorStep; onChoose: (step: EditorStep) => void }) => (
  <nav aria-label="Шаги оформления заказа" className="grid grid-cols-3 gap-1.5">
    {editorSteps.map((name, index) => (
      <button
        key={name}
        type="button"
        className="btn btn-plain !min-h-10 aria-[current]:border-accent aria-[current]:bg-accent-weak aria-[current]:text-accent"
        aria-current={name === step ? "step" : undefined}
        onClick={() => onChoose(name)}
      >
        {index + 1}. {titles[name]}
      </button>
    ))}
  </nav>
);
