import { counted } from "#domain/format.ts";
import { useServices } from "../../services/context.ts";
import { listUnsentCounts } from "../../storage/countQueueStore.ts";
import { Link } from "../../ui/Link.tsx";
import { Note } from "../../ui/Note.tsx";

/**
 * Notes about inventories with unsent entries in this browser. Entries stay unsent if the user leaves the sheet before
 * the server answers.
 */
export const UnsentCounts = ({ companyId }: { companyId: number }) => {
  const { user } = useServices();
  return (
    <div className="grid gap-2 empty:hidden not-empty:mb-3">
      {listUnsentCounts({ companyId, userId: user.id }).map(({ countId, entryCount }) => (
        <Note key={countId}>
          <span className="min-w-0 flex-1">
            На этом устройстве не отправлено: {counted(entryCount, ["запись", "записи", "записей"])} подсчёта.
          </span>
          <Link href={`/Company/${companyId}/Inventory/${countId}`} className="btn btn-plain">
            Открыть лист
          </Link>
        </Note>
      ))}
    </div>
  );
};
