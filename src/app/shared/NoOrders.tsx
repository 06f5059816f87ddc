import { usePermissions } from "../services/context.ts";
import { Link } from "../ui/Link.tsx";

/**
 * Text that is shown instead of an empty list of orders. Users who may create orders also see a link to the form of a
 * new order.
 */
export const NoOrders = ({ companyId, text }: { companyId: number; text: string }) => {
  const hasPermission = usePermissions(companyId);
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <p>{text}</p>
      {hasPermission("order.create") && (
        <Link href={`/Company/${companyId}/Order/New`} className="btn btn-plain">
          Принять заказ
        </Link>
      )}
    </div>
  );
};
