import { type FocusEvent, useEffect, useState } from "react";
import { TextField } from "../../../ui/TextField.tsx";
import type { useTextField } from "./useEditor.ts";

type AddressCode = typeof import("./AddressCombobox.tsx");

/**
 * Address field. It offers suggestions when the code of the combobox is loaded. While the user is in the plain field, it
 * is not replaced, because the user would lose the focus while typing.
 */
export const AddressField = ({
  options,
  ...field
}: { label: string; options: readonly string[] } & ReturnType<typeof useTextField>) => {
  const [code, setCode] = useState<AddressCode>();
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    // Without the code the field works too, so a failure is not reported.
    import("./AddressCombobox.tsx").then(setCode, () => {});
  }, []);
  if (code && !isEntered) return <code.AddressCombobox {...field} options={options} />;
  // A blur of the window leaves the field the active element.
  const leave = ({ currentTarget }: FocusEvent) => setEntered(document.activeElement === currentTarget);
  return <TextField {...field} data-walk="" onFocus={() => setEntered(true)} onBlur={leave} />;
};
