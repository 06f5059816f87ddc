import type { Schemas } from "#api/client.ts";
import { Field } from "../../../ui/Field.tsx";

/** Maximum number of payment methods that are shown as buttons. */
const MOST_CHIPS = 6;

/** Choice of the payment method: buttons, or a select field if there are many methods. */
export const MethodField = ({
  label = "Способ",
  methods,
  value,
  className,
  onMethod,
}: {
  label?: string;
  methods: readonly Pick<Schemas["PaymentMethod"], "id" | "name">[];
  value: number;
  className?: string;
  onMethod: (methodId: number) => void;
}) =>
  methods.length <= MOST_CHIPS ? (
    <fieldset className={className}>
      <legend className="mb-0.5 text-xs text-muted">{label}</legend>
      <span className="flex flex-wrap gap-2">
        {methods.map(({ id, name }) => (
          <button key={id} type="button" className="chip" aria-pressed={id === value} onClick={() => onMethod(id)}>
            {name}
          </button>
        ))}
      </span>
    </fieldset>
  ) : (
    <Field label={label} className={className}>
      {(control) => (
        <select {...control} className="field" value={value} onChange={({ target }) => onMethod(Number(target.value))}>
          {methods.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
