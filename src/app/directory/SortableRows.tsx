import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type ScreenReaderInstructions,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import type { Id } from "#machines/directory/types.ts";
import type { SortableAttributes } from "./DirectoryRow.tsx";
import { RowHandle } from "./RowHandle.tsx";

const screenReaderInstructions: ScreenReaderInstructions = {
  draggable:
    "Чтобы переместить строку, нажмите пробел, двигайте её стрелками вверх и вниз и снова нажмите пробел. Esc отменяет.",
};

const announcementsOf = (ids: readonly Id[]): Announcements => {
  const placeOf = (id: UniqueIdentifier) => `${ids.indexOf(id) + 1} из ${ids.length}`;
  return {
    // The start of a drag is not announced, because `onDragOver` follows immediately and is announced.
    onDragStart: () => undefined,
    onDragOver: ({ over }) => (over ? `Строка взята и стоит на месте ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `Строка поставлена на место ${placeOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `Перемещение отменено, строка на месте ${placeOf(active.id)}.`,
  };
};

const SortableRow = ({
  id,
  index,
  count,
  children,
}: {
  id: Id;
  index: number;
  count: number;
  children: (attributes: SortableAttributes) => ReactNode;
}) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: "перемещаемая строка" },
  });
  return children({
    ref: setNodeRef,
    style: { transform: transform ? `translateY(${transform.y}px)` : undefined, transition },
    isDragging,
    handle: <RowHandle {...attributes} {...listeners} ref={setActivatorNodeRef} index={index} count={count} />,
  });
};

/** Table rows that the user can reorder by pointer, touch and keyboard (dnd-kit). */
export const SortableRows = ({
  ids,
  onMove,
  children,
}: {
  ids: readonly Id[];
  onMove: (id: Id, to: number) => void;
  children: (index: number, attributes: SortableAttributes) => ReactNode;
}) => {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      // A table may contain only rows, so the texts for screen readers are rendered outside the table.
      accessibility={{ container: document.body, announcements: announcementsOf(ids), screenReaderInstructions }}
      onDragEnd={({ active, over }) => over && over.id !== active.id && onMove(active.id, ids.indexOf(over.id))}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {ids.map((id, index) => (
          <SortableRow key={id} id={id} index={index} count={ids.length}>
            {(attributes) => children(index, attributes)}
          </SortableRow>
        ))}
      </SortableContext>
    </DndContext>
  );
};
