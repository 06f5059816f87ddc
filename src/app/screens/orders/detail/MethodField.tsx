import type { Schemas } from "#api/client.ts";
import { Field } from "../../../ui/Field.tsx";

/** Select field for the payment method. */
export const MethodField = ({
  methods,
  value,
  className,
  onMethod,
}: {
  methods: readonly Pick<Schemas["PaymentMethod"], "id" | "name">[];
  value: number;
  className?: string;
  onMethod: (methodId: number) => void;
}) => (
  <Field label="Способ" className={className}>
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
