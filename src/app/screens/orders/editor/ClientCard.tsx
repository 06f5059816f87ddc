import { useSelector } from "@xstate/react";
import { Check, X } from "lucide-react";
import { Suspense } from "react";
import { isValidPhone } from "#domain/phone.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { useEditor, useTextField } from "./useEditor.ts";

const CustomerCard = lazyComponent("CustomerCard", () => import("./CustomerCard.tsx"));

const NameField = lazyComponent("NameField", () => import("./NameField.tsx"));

/**
 * Icon that shows whether a phone number is valid. While the field has the focus, an incomplete number is not marked as
 * invalid.
 */
export const PhoneMark = ({ phone }: { phone: string }) => {
  if (phone === "") return null;
  return isValidPhone(phone) ? (
    <span className="text-positive" title="Номер верный">
      <Check size={16} aria-label="Номер верный" />
    </span>
  ) : (
    <span className="text-negative [input:focus+span>&]:hidden" title="Номер неполный">
      <X size={16} aria-label="Номер неполный" />
    </span>
  );
};

const Customer = ({ companyId }: { companyId: number }) => {
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
          <Suspense>
            <CustomerCard customer={customer} companyId={companyId} />
          </Suspense>
        ) : (
          <p className="text-sm text-muted">{texts[String(snapshot?.value)]}</p>
        )}
      </div>
      <Suspense>{snapshot?.matches("newcomer") && <NameField />}</Suspense>
    </>
  );
};

/** Card with the customer's phone number, earlier orders and addresses. */
export const ClientCard = ({ companyId }: { companyId: number }) => {
  const phone = useTextField("phone");
  return (
    <div className="card" id="phone-field">
      <TextField
        {...phone}
        label="Контактный телефон"
        isRequired
        inputMode="tel"
        data-walk=""
        after={<PhoneMark phone={phone.value} />}
      />
      <Customer companyId={companyId} />
    </div>
  );
};
