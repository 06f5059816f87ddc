import { Trash2 } from "lucide-react";
import { Button } from "../../ui/Button.tsx";

/** Takes a line of a form away. */
export const LineRemove = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button kind="ghost" className="mt-4.5 self-start" aria-label={label} title={label} onClick={onPress}>
    <Trash2 size={16} aria-hidden />
  </Button>
);
