import { counted } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import type { Lane } from "#machines/orders/lanes/callLanes.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import { laneName } from "./laneAddress.ts";

const titleOf = ({ phone, portions }: Lane): string =>
  [
    phone === "" ? "Новый заказ" : formatPhone(phone),
    portions > 0 && counted(portions, ["позиция", "позиции", "позиций"]),
  ]
    .filter(Boolean)
    .join(" · ");

/**
 * Tabs of the new orders that are open at the same time, with their keyboard shortcuts. The title of a tab begins with
 * the digit of its shortcut, such as 1 for Alt+1.
 */
export const LaneTabs = ({
  lanes,
  shownId,
  onShow,
}: {
  lanes: readonly Lane[];
  shownId: number;
  onShow: (id: number) => void;
}) => {
  useCommands(
    lanes.map(({ id }, at) => ({ title: `Показать заказ ${at + 1}`, keys: `Alt+${at + 1}`, run: () => onShow(id) })),
  );
  return (
    <Tabs
      label="Открытые заказы"
      tabs={lanes.map((lane, at) => ({ name: laneName(lane.id), title: `${at + 1}. ${titleOf(lane)}` }))}
      chosen={laneName(shownId)}
      onChoose={(name) => {
        const lane = lanes.find(({ id }) => laneName(id) === name);
        if (lane) onShow(lane.id);
      }}
    />
  );
};
