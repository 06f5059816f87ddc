import { classNames } from "../ui/classNames.ts";

/** Mark of a button that opens a menu. */
export const down = <span aria-hidden>▾</span>;

/**
 * Returns the label of a menu's button: an icon on phones, otherwise the text. In windows wider than 1100 px, `name`
 * replaces the text.
 */
const menuLabel = (icon: string, text: string, name?: string) => (
  <>
    <svg aria-hidden className="size-4.5 min-[601px]:hidden">
      <use href={`#icon-${icon}`} />
    </svg>
    {name && <span className="max-w-36 truncate max-[1100px]:hidden">{name}</span>}
    <span className={classNames("max-[600px]:sr-only", name && "min-[1101px]:hidden")}>{text}</span>
    {down}
  </>
);

/** Label of the menu for system administrators. */
export const adminLabel = menuLabel("admin", "Админ");

export const profileLabel = (name: string) => menuLabel("profile", "Профиль", name);
