import { Button } from "./Button.tsx";

/** Button that reads the data of a screen again. On a phone it shows only a sign, so that the title has room. */
export const RefreshButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick} keys="R" title="Обновить (R)">
    <span className="max-[560px]:sr-only">Обновить</span>
    <span aria-hidden className="min-[561px]:hidden">
      ↻
    </span>
  </Button>
);
