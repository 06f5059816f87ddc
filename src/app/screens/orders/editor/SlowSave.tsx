import { useSelector } from "@xstate/react";
import { SlowNote } from "../../../shared/MutationProgress.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

/** Note about a save that the server has not answered for 10 s. Nothing is rendered in any other state. */
export const SlowSave = () => {
  const editor = useEditorActor();
  const save = useEditor(({ children }) => children.save);
  const isSlow = useSelector(save, (mutation) => mutation?.hasTag("slow") ?? false);
  const isVerifying = useSelector(save, (mutation) => mutation?.hasTag("verifying") ?? false);
  if (!isSlow) return null;
  return <SlowNote isVerifying={isVerifying} onVerify={() => editor.send({ type: "order.verify" })} />;
};
