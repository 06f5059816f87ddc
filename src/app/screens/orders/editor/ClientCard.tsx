import { Check, X } from "lucide-react";
import { Suspense } from "react";
import { isValidPhone } from "#domain/phone.ts";
import { lazyWithRetry } from "../../../routing/lazyComponent.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { useTextField } from "./useEditor.ts";

const CustomerStatus = lazyWithRetry("CustomerStatus", () => import("./CustomerStatus.tsx"));

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
      <Suspense fallback={<div className="mt-2 h-6" />}>
        <CustomerStatus companyId={companyId} />
      </Suspense>
    </div>
  );
};
