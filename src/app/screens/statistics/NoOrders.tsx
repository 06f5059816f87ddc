import { usePermissions } from "../../context.ts";
import { Link } from "../../ui/Link.tsx";

/** Where there are no orders the screen says so, and offers the first step. */
export const NoOrders = ({ companyId, text }: { companyId: number; text: string }) => {
  const may = usePermissions(companyId);
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <p>{text}</p>
      {may("order.create") && (
        <Link href={`/Company/${companyId}/Order/New`} className="btn btn-plain">
          Принять заказ
        </Link>
      )}
    </div>
  );
};
