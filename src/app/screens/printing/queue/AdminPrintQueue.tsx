import { AdminOnly } from "../../admin/AdminOnly.tsx";
import { PrintQueue } from "./PrintQueue.tsx";

/** Print queue with the jobs of all companies, for administrators (platform, section 6). */
export const AdminPrintQueue = () => (
  <AdminOnly>
    <PrintQueue companyId={undefined} />
  </AdminOnly>
);
