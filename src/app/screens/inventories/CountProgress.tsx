import { ShareBar } from "../../ui/charts/ShareBar.tsx";

/** Number of counted items in an inventory, with a progress bar. */
export const CountProgress = ({ done, total }: { done: number; total: number }) => (
  <div className="min-w-0">
    <p role="status" className="text-sm">
      Посчитано <b>{done}</b> из {total}
    </p>
    <ShareBar share={total === 0 ? 0 : done / total} />
  </div>
);
