import { useSelector } from "@xstate/react";
import { Star } from "lucide-react";
import { useEffect } from "react";
import type { ActorRefFrom } from "xstate";
import { favouritesActors } from "#machines/orders/editor/favourites.actors.ts";
import { favouriteIds, favouritesMachine } from "#machines/orders/editor/favourites.machine.ts";
import { MAX_FAVOURITES } from "#machines/orders/editor/favourites.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useServices } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { classNames } from "../../../ui/classNames.ts";
import { toast } from "../../../ui/toast.ts";
import { type ChooseCategory, FAVOURITES, type Stars } from "./pickerChoice.ts";
import { QuickChip } from "./QuickChip.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

/**
 * Star button that adds a dish to the favourites or removes it. It is visible for a favourite dish, while the dish has
 * the pointer or the focus, and on a touch screen if `isChosen` is true.
 */
const StarButton = ({
  favourites,
  itemId,
  name,
  isChosen,
  onToggle,
}: {
  favourites: ActorRefFrom<typeof favouritesMachine>;
  itemId: number;
  name: string;
  isChosen: boolean;
  onToggle: Stars["toggle"];
}) => {
  const isFavourite = useSelector(favourites, ({ context }) => favouriteIds(context).includes(itemId));
  return (
    <button
      type="button"
      tabIndex={-1}
      data-star=""
      aria-label="Избранное"
      aria-description={name}
      aria-pressed={isFavourite}
      title={isFavourite ? "Убрать из избранного (*)" : "В избранное (*)"}
      className={classNames(
        "absolute right-0.5 bottom-0.5 size-6 items-center justify-center rounded-md group-focus-within/tile:flex group-hover/tile:flex hover:text-accent aria-pressed:flex aria-pressed:text-accent",
        isChosen ? "hidden text-muted pointer-coarse:flex" : "hidden text-muted",
      )}
      onClick={() => onToggle(itemId)}
    >
      <Star size={14} aria-hidden fill={isFavourite ? "currentColor" : "none"} />
    </button>
  );
};

const pressFocusedStar = (): void =>
  document.activeElement?.parentElement?.querySelector<HTMLElement>("[data-star]")?.click();

/**
 * Chip that shows the favourite dishes of the user. Without favourites, the chip is shown only while it is chosen. When
 * the favourites are loaded, `onStars` receives the functions that render and toggle the star of a dish.
 */
export const FavouriteChip = ({
  isChosen,
  onChoose,
  onStars,
}: {
  isChosen: boolean;
  onChoose: ChooseCategory;
  onStars: (stars: Stars | undefined) => void;
}) => {
  const { api, environment } = useServices();
  const editor = useEditorActor();
  const companyId = useEditor(({ context }) => context.target.companyId);
  const items = useEditor(({ context }) => context.menu.items);
  const favourites = useProvidedActor(favouritesMachine, () => favouritesActors({ api, environment }), { companyId });
  const isKnown = useSelector(favourites, (snapshot) => snapshot.hasTag("known"));
  const context = useSelector(favourites, (snapshot) => snapshot.context);
  useEmitted(favourites, {
    "favourites.full": () => toast(`В избранном не больше ${MAX_FAVOURITES} блюд.`),
    "favourites.failed": () => toast("Избранное не сохранено: сервер не принял изменение."),
  });
  useEffect(() => {
    if (!isKnown) return;
    const toggle = (itemId: number) => {
      const menuIds = editor.getSnapshot().context.menu.items.map(({ id }) => id);
      favourites.send({ type: "favourite.toggle", itemId, menuIds });
    };
    onStars({
      render: (itemId, name, isShown) => (
        <StarButton favourites={favourites} itemId={itemId} name={name} isChosen={isShown} onToggle={toggle} />
      ),
      toggle,
    });
    return () => onStars(undefined);
  }, [editor, favourites, isKnown, onStars]);
  useCommands(isKnown ? [{ title: "Блюдо — в избранное или из него", keys: "*", run: pressFocusedStar }] : []);
  const marked = new Set(favouriteIds(context));
  const ids = items.map(({ id }) => id).filter((id) => marked.has(id));
  if (ids.length === 0 && !isChosen) return null;
  return (
    <QuickChip
      id={FAVOURITES}
      name="Избранное"
      itemIds={ids}
      isChosen={isChosen}
      className="desktop:!px-1.5 desktop:tracking-tight"
      onChoose={onChoose}
    />
  );
};
