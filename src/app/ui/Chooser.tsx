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

/**
 * Select field for long lists. Typing filters the options. The code of Headless UI (41 kB gzip) is in a separate chunk.
 */
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
  /** Placeholder while no option is chosen. */
  empty: string;
  onChoose: (id: number) => void;
}) => {
  const [text, setText] = useState("");
  const chosen = choices.find(({ id }) => id === value) ?? null;
  const options = filterChoices(choices, text);
  return (
    <Suspense
      // The field is disabled until the combobox is loaded, because letters that are typed earlier would be lost.
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
