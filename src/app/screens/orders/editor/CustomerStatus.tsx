import { useSelector } from "@xstate/react";
import { CustomerCard } from "./CustomerCard.tsx";
import { NameField } from "./NameField.tsx";
import { useEditor } from "./useEditor.ts";

/**
 * Result of the search for the customer by the phone number: the card of the known customer, or a text with the state
 * of the search. For a new customer there is also a field for the name.
 */
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
