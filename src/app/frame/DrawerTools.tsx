import { Button } from "../ui/Button.tsx";
import { Link } from "../ui/Link.tsx";
import { BackButton } from "./BackButton.tsx";

/** Controls of the drawer on a phone. The top bar of a phone has no room for these controls. */
export const DrawerTools = ({ onSearch }: { onSearch: () => void }) => (
  <div className="mb-2 flex flex-wrap gap-1 min-[701px]:hidden">
    <Link href="/" className="btn btn-plain">
      Моя доска
    </Link>
    <Button onClick={onSearch}>Поиск</Button>
    <BackButton className="" labelClass="sr-only" />
  </div>
);
