import type { UseFormReturn } from "react-hook-form";
import type { GroupChoices, GroupDraft } from "#machines/directory/descriptors/groups.ts";
import { TickBox } from "../../ui/TickBox.tsx";

/** Checkboxes for the companies of a group. A company of another group cannot be chosen. */
export const GroupCompanies = ({ form, companies }: { form: UseFormReturn<GroupDraft>; companies: GroupChoices }) => {
  const chosen = form.watch("companyIds");
  const before = form.formState.defaultValues?.companyIds ?? [];
  const error = form.formState.errors.companyIds?.message;
  const toggle = (id: number, isChosen: boolean) =>
    form.setValue("companyIds", isChosen ? [...chosen, id] : chosen.filter((other) => other !== id), {
      shouldDirty: true,
    });
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">Компании</legend>
      {error && <p className="text-xs text-negative">{error}</p>}
      {companies.length === 0 && <p className="text-muted">Компаний пока нет.</p>}
      {companies.map(({ id, name, groupName }) => {
        const isTaken = groupName !== null && !before.includes(id);
        return (
          <TickBox
            key={id}
            checked={chosen.includes(id)}
            disabled={isTaken}
            onChange={(event) => toggle(id, event.target.checked)}
          >
            <span>
              {name}
              {isTaken && <span className="text-muted"> — в группе «{groupName}»</span>}
            </span>
          </TickBox>
        );
      })}
    </fieldset>
  );
};
