import { AdminOnly } from "../../admin/AdminOnly.tsx";
import { PrintQueue } from "./PrintQueue.tsx";

/** Print queue of all companies, for administrators (platform, section 6). */
export const AdminPrintQueue = () => (
  <AdminOnly>
    <PrintQueue companyId={undefined} />
  </AdminOnly>
);
