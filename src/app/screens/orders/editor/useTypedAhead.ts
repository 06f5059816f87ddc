import { useEffect } from "react";
import { isTyping } from "../../../commands.ts";
import type { EditorActor } from "./useEditor.ts";

/** The start of the phone is what is typed while a new order opens: an operator does not wait for the form. */
export const useTypedAhead = (editor: EditorActor, isOpening: boolean): void => {
  useEffect(() => {
    if (!isOpening) return;
    let typed = "";
    const press = (event: KeyboardEvent) => {
      if (/^[\d+]$/.test(event.key) && !event.ctrlKey && !isTyping(event.target)) typed += event.key;
    };
    addEventListener("keydown", press);
    return () => {
      removeEventListener("keydown", press);
      if (typed && !editor.getSnapshot().context.draft.phone)
        editor.send({ type: "draft.type", field: "phone", text: typed });
    };
  }, [editor, isOpening]);
};
