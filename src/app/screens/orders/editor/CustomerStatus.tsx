import { useSelector } from "@xstate/react";
import { CustomerCard } from "./CustomerCard.tsx";
import { NameField } from "./NameField.tsx";
import { useEditor } from "./useEditor.ts";

/** State of the search for the customer by the phone number, the customer that was found, and the name of a new one. */
export const CustomerStatus = ({ companyId }: { companyId: number }) => {
  const child = useEditor(({ children }) => children.customer);
  const snapshot = useSelector(child, (state) => state);
  const texts: Record<string, string> = {
    unasked: "Введите номер: найдём клиента",
    seeking: "Ищем клиента…",
    newcomer: "Новый клиент",
    absent: "Сведений нет",
  };
  const customer = snapshot?.matches("known") ? snapshot.context.customer : null;
  return (
    <>
      <div
        role="status"
        aria-label="Сведения о клиенте"
        className="mt-2 grid min-h-6 grid-cols-[minmax(0,1fr)] content-start gap-1"
      >
        {customer ? (
          <CustomerCard customer={customer} companyId={companyId} />
        ) : (
          <p className="text-sm text-muted">{texts[String(snapshot?.value)]}</p>
        )}
      </div>
      {snapshot?.matches("newcomer") && <NameField />}
    </>
  );
};
