import { Button } from "./Button.tsx";

/**
 * Button that reads the data of a screen again. On a phone it shows only an icon, so that there is room for the title.
 */
export const RefreshButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick} keys="R" title="Обновить (R)">
    <span className="max-[560px]:sr-only">Обновить</span>
    <span aria-hidden className="min-[561px]:hidden">
      ↻
    </span>
  </Button>
);
