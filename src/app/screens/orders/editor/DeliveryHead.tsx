import { ExternalNote } from "./ExternalNote.tsx";
import { ZoneField } from "./ZoneField.tsx";

/** Head of the delivery card: the note of an external system, the way to get the order, and the delivery zone. */
export const DeliveryHead = ({ companyId }: { companyId: number }) => (
  <>
    <ExternalNote />
    <ZoneField companyId={companyId} />
  </>
);
