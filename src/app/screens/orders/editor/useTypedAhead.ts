import { useEffect } from "react";
import { takeTypedDigits } from "../../../keyboard/commands.ts";
import type { EditorActor } from "./useEditor.ts";

/** The start of the phone is what was typed while a new order opened: an operator does not wait for the form. */
export const useTypedAhead = (editor: EditorActor, isOpening: boolean): void => {
  useEffect(() => {
    if (isOpening) return;
    const typed = takeTypedDigits();
    if (typed && !editor.getSnapshot().context.draft.phone)
      editor.send({ type: "draft.type", field: "phone", text: typed });
  }, [editor, isOpening]);
};
