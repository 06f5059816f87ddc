import { type ReactNode, useId } from "react";

/** HTML attributes that connect a control with its label, hint and error message. */
export interface FieldControl {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
}

/**
 * Label above a control, and a hint or error message below it. The child function renders the control with the
 * attributes that connect the control with the label and the message.
 */
export const Field = ({
  label,
  error,
  hint,
  isRequired,
  keys,
  className,
  children,
}: {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  keys?: string;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}) => {
  const id = useId();
  const below = `${id}-below`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-0.5 flex items-center gap-1.5 text-xs text-muted">
        <span>
          {label}
          {isRequired && (
            <span aria-hidden className="text-negative">
              {" "}
              *
            </span>
          )}
        </span>
        {keys && <kbd aria-hidden>{keys}</kbd>}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error || hint ? below : undefined,
        "aria-required": isRequired || undefined,
      })}
      {(error || hint) && (
        <p id={below} className={error ? "mt-0.5 text-xs text-negative" : "mt-0.5 text-xs text-muted"}>
          {error || hint}
        </p>
      )}
    </div>
  );
};
