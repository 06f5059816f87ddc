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

/** Option that opens a dialog for a missing entry. `onCreate` gets the typed text. */
interface CreateOption {
  readonly label: string;
  readonly isDialogOpen: boolean;
  readonly onCreate: (text: string) => void;
}

/** Id of the option that creates a missing entry. */
const NEW_ID = Number.MIN_SAFE_INTEGER;

const footerOf = (count: number): string | undefined => {
  if (count === 0) return "Ничего не найдено.";
  return count === MAX_CHOICES ? "Показаны не все: уточните запрос" : undefined;
};

/**
 * Select field for long lists. The user filters the options by typing. The code of Headless UI (41 kB gzip) is in a
 * separate chunk.
 */
export const Chooser = ({
  control,
  label,
  value,
  choices,
  empty,
  onChoose,
  create,
}: {
  control: FieldControl;
  label: string;
  value: number | undefined;
  choices: readonly NumberedChoice[];
  /** Placeholder while no option is chosen. */
  empty: string;
  onChoose: (id: number) => void;
  /** Last option, which creates a missing entry. */
  create?: CreateOption | undefined;
}) => {
  const [text, setText] = useState("");
  // The dialog gives the focus back to the field. The list must not open then, because Ctrl+Enter would choose an option
  // instead of saving the form.
  const [isReturning, setReturning] = useState(false);
  const chosen = choices.find(({ id }) => id === value) ?? null;
  const found = filterChoices(choices, text);
  return (
    <Suspense
      // The field is disabled until the combobox is loaded, because letters that are typed earlier would be lost.
      fallback={<input {...control} disabled className="field" placeholder={empty} defaultValue={chosen?.name} />}
    >
      <Combobox
        control={control}
        label={label}
        value={chosen}
        options={create ? [...found, { id: NEW_ID, name: create.label, isPinned: true }] : found}
        footer={footerOf(found.length)}
        placeholder={empty}
        isOpenedByFocus={!isReturning}
        onBlur={() => setReturning(create?.isDialogOpen ?? false)}
        onText={setText}
        onChoose={({ id }) => (id === NEW_ID ? create?.onCreate(text.trim()) : onChoose(id))}
        onClose={() => setText("")}
      />
    </Suspense>
  );
};
