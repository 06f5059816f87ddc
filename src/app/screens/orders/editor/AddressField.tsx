import { type FocusEvent, useEffect, useState } from "react";
import { TextField } from "../../../ui/TextField.tsx";
import type { useTextField } from "./useEditor.ts";

type AddressCode = typeof import("./AddressCombobox.tsx");

/**
 * Address field: a plain text field until the code of the combobox is loaded, then a combobox with suggestions. A
 * focused plain field is not replaced, because the user would lose the focus while typing.
 */
export const AddressField = ({
  options,
  ...field
}: { label: string; options: readonly string[] } & ReturnType<typeof useTextField>) => {
  const [code, setCode] = useState<AddressCode>();
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    // The field also works without suggestions, so a failure to load their code is not reported.
    import("./AddressCombobox.tsx").then(setCode, () => {});
  }, []);
  if (code && !isEntered) return <code.AddressCombobox {...field} options={options} />;
  // If only the window loses the focus, the field stays the active element and the user may continue to type in it.
  const leave = ({ currentTarget }: FocusEvent) => setEntered(document.activeElement === currentTarget);
  return <TextField {...field} data-walk="" onFocus={() => setEntered(true)} onBlur={leave} />;
};
