import { type InputHTMLAttributes, useId, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { isPermissionText } from "#machines/directory/descriptors/roles.ts";

const MISSING = "У вас этого права нет, поэтому и дать его вы не можете";

const EXCESS = "У вас этого права нет: уберите его, иначе роль не сохранится";

const noteOf = (type: string, max: number, value: number): string | undefined => {
  if (max === 0) return value > 0 ? EXCESS : MISSING;
  return type === "bool" || max === Number.POSITIVE_INFINITY ? undefined : `Не больше ${max}: столько есть у вас`;
};

/**
 * Number field of a permission. While the field has the focus, it shows the text as typed. If the text is invalid, the
 * permission keeps the value from before the typing (platform, section 5).
 */
const ValueField = ({
  value,
  onText,
  ...control
}: InputHTMLAttributes<HTMLInputElement> & { value: number | undefined; onText: (text: string) => void }) => {
  const [typed, setTyped] = useState<{ text: string; before: string }>();
  const type = (text: string) => {
    const before = typed?.before ?? String(value ?? "");
    setTyped({ text, before });
    onText(isPermissionText(text) ? text : before);
  };
  return (
    <input
      {...control}
      inputMode="numeric"
      autoComplete="off"
      className="field w-24 min-h-7 py-0.5"
      value={typed?.text ?? value ?? ""}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
};

/**
 * Row for one permission in the form that edits a role. `max` is the highest value that the user can grant. If `max` is
 * 0, the permission can only be removed, and only if `canRemove` is true.
 */
export const PermissionField = ({
  permission: { name, title, type },
  value,
  max,
  canRemove,
  error,
  onText,
}: {
  permission: Schemas["Permission"];
  value: number | undefined;
  max: number;
  canRemove: boolean;
  error: string | undefined;
  onText: (text: string) => void;
}) => {
  const id = useId();
  const note = error ?? noteOf(type, max, value ?? 0);
  const isWrong = error !== undefined || (value ?? 0) > max;
  const control = {
    id,
    "aria-invalid": isWrong ? true : undefined,
    "aria-describedby": note ? `${id}-note` : undefined,
    title: max === 0 ? note : undefined,
    disabled: max === 0 && !canRemove,
  };
  return (
    <tr>
      <td>
        <label htmlFor={id} className="block py-1.5">
          {title}
          <span className="block font-mono text-xs text-muted min-[701px]:hidden">{name}</span>
        </label>
        {note && (
          <p id={`${id}-note`} className={isWrong ? "pb-1 text-xs text-negative" : "pb-1 text-xs text-muted"}>
            {note}
          </p>
        )}
      </td>
      <td className="font-mono text-muted max-[700px]:hidden">{name}</td>
      <td>
        {type === "bool" ? (
          <span className="flex size-7 items-center justify-center pointer-coarse:size-10">
            <input
              {...control}
              type="checkbox"
              className="size-4 accent-accent"
              checked={value !== undefined}
              onChange={(event) => onText(event.target.checked ? "1" : "")}
            />
          </span>
        ) : (
          <ValueField {...control} value={value} onText={onText} />
        )}
      </td>
    </tr>
  );
};
