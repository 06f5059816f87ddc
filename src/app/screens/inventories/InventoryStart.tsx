import { type GenericSchema, maxLength, minValue, number, object, pipe, string } from "valibot";
import { useSearch } from "wouter";
import type { InventoryGroupRow } from "#machines/directory/descriptors/inventoryGroups.ts";
import { type InventoryStartDraft, inventoryStartEditor } from "#machines/directory/descriptors/inventoryStart.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { Link } from "../../ui/Link.tsx";
import { Note } from "../../ui/Note.tsx";
import { positionsText } from "./inventoryTexts.ts";

const schema: GenericSchema<InventoryStartDraft, InventoryStartDraft> = object({
  groupId: pipe(number(), minValue(1, "Выберите группу.")),
  comment: pipe(string(), maxLength(500, "Не больше 500 знаков.")),
});

/** Number of items in the chosen inventory group, or a link to the open inventory that prevents a new one. */
const ChosenGroup = ({
  group,
  startedId,
  path,
}: {
  group: InventoryGroupRow;
  /** Id of the open inventory that the server named when it refused the start. */
  startedId: number | undefined;
  path: string;
}) => {
  const openId = startedId ?? group.openInventoryId;
  if (openId === null)
    return (
      <p className="text-sm text-muted">
        {positionsText(group.itemCount)}
        {group.isBlind && ", вслепую: остаток по учёту скрыт"}
      </p>
    );
  return (
    <Note>
      <span className="min-w-0 flex-1">
        {startedId === undefined ? "Эту группу уже считают." : "Можно продолжить начатый подсчёт."}
      </span>
      <Link href={`${path}/${openId}`} className="btn btn-plain">
        Открыть подсчёт
      </Link>
    </Note>
  );
};

/** Form that starts an inventory of an inventory group (areas, section 4). */
export const InventoryStart = ({ companyId }: { companyId: number }) => {
  const wanted = Number(new URLSearchParams(useSearch()).get("group") ?? "");
  const path = `/Company/${companyId}/Inventory`;
  return (
    <DirectoryEditor
      descriptor={inventoryStartEditor}
      scope={{ companyId, groupId: Number.isInteger(wanted) && wanted > 0 ? wanted : undefined }}
      id={undefined}
      title="Новая инвентаризация"
      schema={schema}
      returnTo={path}
      openSaved={(id) => `${path}/${id}`}
      saveLabel="Начать подсчёт"
      savedText={() => "Можно считать"}
      refusedTitle="Подсчёт не начат"
    >
      {({ register, watch, setValue, formState: { errors, isSubmitted } }, groups, blockingIds) => {
        const chosen = groups.find(({ id }) => id === watch("groupId"));
        // If the server refuses a group that has an open inventory, it names this inventory. The id is used only while
        // the error is shown, because choosing another group clears the error.
        const startedId = errors.groupId?.type === "server" ? blockingIds?.inventoryId : undefined;
        return (
          <div className="card grid max-w-3xl gap-4">
            {groups.length === 0 && (
              <Note tone="info">
                <span className="min-w-0 flex-1">Сначала соберите товары в группу.</span>
                <Link href={`/Company/${companyId}/InventoryGroup/New`} className="btn btn-plain">
                  Добавить группу
                </Link>
              </Note>
            )}
            <Field label="Что считаем" isRequired error={errors.groupId?.message} className="max-w-md min-w-0">
              {(control) => (
                <Chooser
                  control={control}
                  label="Что считаем"
                  value={watch("groupId") || undefined}
                  choices={groups}
                  empty="Выберите группу…"
                  onChoose={(id) => setValue("groupId", id, { shouldDirty: true, shouldValidate: isSubmitted })}
                />
              )}
            </Field>
            {chosen && <ChosenGroup group={chosen} startedId={startedId} path={path} />}
            <Field label="Комментарий" error={errors.comment?.message}>
              {(control) => <textarea {...control} {...register("comment")} rows={2} className="field resize-y" />}
            </Field>
          </div>
        );
      }}
    </DirectoryEditor>
  );
};
