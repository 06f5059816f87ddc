import { Trash2 } from "lucide-react";
import { Button } from "../../ui/Button.tsx";

/** Button that removes a row from a form. */
export const RemoveLineButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button kind="ghost" className="mt-4.5 self-start" aria-label={label} title={label} onClick={onPress}>
    <Trash2 size={16} aria-hidden />
  </Button>
);
