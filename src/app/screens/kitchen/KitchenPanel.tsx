import { BoardFrame } from "../../shared/BoardFrame.tsx";
import { ExpoBoard } from "./ExpoBoard.tsx";
import { KitchenBoard } from "./KitchenBoard.tsx";
import { useKitchen } from "./useKitchen.ts";

/** Dishes of a station or of the whole kitchen, with errors, the number of unsent taps and the undo button. */
export const KitchenPanel = ({
  companyId,
  stationId,
  isExpo,
  onNews,
}: {
  companyId: number;
  stationId: number | undefined;
  isExpo: boolean;
  onNews: () => void;
}) => {
  const { board, items, tap, undo } = useKitchen(companyId, stationId, onNews);
  const Dishes = isExpo ? ExpoBoard : KitchenBoard;
  return (
    <BoardFrame board={board} undoText={({ name }) => name} onUndo={undo}>
      {items && <Dishes companyId={companyId} items={items} tap={tap} />}
    </BoardFrame>
  );
};
