import { Button } from "../ui/Button.tsx";
import { Link } from "../ui/Link.tsx";
import { BackButton } from "./BackButton.tsx";

/** Controls of the drawer on a phone, for which the top bar has no room there. */
export const DrawerTools = ({ onSearch }: { onSearch: () => void }) => (
  <div className="mb-2 flex flex-wrap gap-1 min-[701px]:hidden">
    <Link href="/" className="btn btn-plain">
      Моя доска
    </Link>
    <Button onClick={onSearch}>Поиск</Button>
    <BackButton className="" labelClass="sr-only" />
  </div>
);
