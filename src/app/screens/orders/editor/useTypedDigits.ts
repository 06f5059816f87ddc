import { useEffect } from "react";
import { takeTypedDigits } from "../../../keyboard/commands.ts";
import type { EditorActor } from "./useEditor.ts";

/** Fills an empty phone field with the digits that the user typed while the editor was loading. */
export const useTypedDigits = (editor: EditorActor, isOpening: boolean): void => {
  useEffect(() => {
    if (isOpening) return;
    const typed = takeTypedDigits();
    if (typed && !editor.getSnapshot().context.draft.phone)
      editor.send({ type: "draft.type", field: "phone", text: typed });
  }, [editor, isOpening]);
};
