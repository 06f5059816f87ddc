import { Suspense, useState } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import type { Combobox as LoadedCombobox } from "./Combobox.tsx";
import { type Choice, filterChoices, MAX_CHOICES } from "./choices.ts";
import type { FieldControl } from "./Field.tsx";

interface NumberedChoice extends Choice {
  readonly id: number;
}

const Combobox = lazyComponent<"Combobox", Parameters<typeof LoadedCombobox<NumberedChoice>>[0]>(
  "Combobox",
  () => import("./Combobox.tsx"),
);

const footerOf = (count: number): string | undefined => {
  if (count === 0) return "Ничего не найдено.";
  return count === MAX_CHOICES ? "Показаны не все: уточните запрос" : undefined;
};

/** Field that chooses one of many options; typing filters them. The Headless UI code (41 kB gzip) is a chunk of its own. */
export const Chooser = ({
  control,
  label,
  value,
  choices,
  empty,
  onChoose,
}: {
  control: FieldControl;
  label: string;
  value: number | undefined;
  choices: readonly NumberedChoice[];
  /** Placeholder while nothing is chosen. */
  empty: string;
  onChoose: (id: number) => void;
}) => {
  const [text, setText] = useState("");
  const chosen = choices.find(({ id }) => id === value) ?? null;
  const options = filterChoices(choices, text);
  return (
    <Suspense
      // Disabled, because a letter typed here would be lost when the combobox takes its place.
      fallback={<input {...control} disabled className="field" placeholder={empty} defaultValue={chosen?.name} />}
    >
      <Combobox
        control={control}
        label={label}
        value={chosen}
        options={options}
        footer={footerOf(options.length)}
        placeholder={empty}
        onText={setText}
        onChoose={({ id }) => onChoose(id)}
        onClose={() => setText("")}
      />
    </Suspense>
  );
};
