import { useEffect } from "react";
import { takeTypedDigits } from "../../../keyboard/commands.ts";
import type { EditorActor } from "./useEditor.ts";

/** Types the digits that the user pressed while the editor was loading into the phone field. */
export const useTypedDigits = (editor: EditorActor, isOpening: boolean): void => {
  useEffect(() => {
    if (isOpening) return;
    const typed = takeTypedDigits();
    if (typed && !editor.getSnapshot().context.draft.phone)
      editor.send({ type: "draft.type", field: "phone", text: typed });
  }, [editor, isOpening]);
};
