import { useSelector } from "@xstate/react";
import { Pencil } from "lucide-react";
import { type DocumentAction, reasonNotToAct } from "#machines/stock/stockDocument.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { actionReasonText } from "./documentTexts.ts";
import type { DocumentActor } from "./useStockDocument.ts";

/** Buttons for a document. A draft can be edited, removed or approved, and an approved document can be reversed. */
export const DocumentActions = ({
  actor,
  companyId,
  state,
  editPath,
  approveTitle,
  reverseLabel,
}: {
  actor: DocumentActor;
  companyId: number;
  state: "draft" | "approved" | "reversed";
  editPath: string;
  /** Title of the command that approves the document. */
  approveTitle: string;
  reverseLabel: string;
}) => {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const may = usePermissions(companyId);
  const whyNot = (action: DocumentAction) => actionReasonText(reasonNotToAct(context, action), action);
  const ask = (action: DocumentAction) => () => actor.send({ type: "document.act", action });
  const isDraft = state === "draft";
  const main = isDraft ? "approve" : "reverse";
  useCommands([
    { title: "Обновить", keys: "r", run: () => actor.send({ type: "document.refresh" }) },
    { title: approveTitle, keys: "Ctrl+Enter", why: whyNot("approve"), run: ask("approve") },
  ]);
  return (
    <>
      {isDraft && (
        <>
          <Button why={whyNot("remove")} onClick={ask("remove")}>
            Удалить
          </Button>
          <ActionLink href={editPath} why={may("stock.edit") ? undefined : missingPermission("stock.edit")}>
            <Pencil size={16} aria-hidden />
            Изменить
          </ActionLink>
        </>
      )}
      {state !== "reversed" && (
        <Button
          kind={isDraft ? "primary" : "plain"}
          why={whyNot(main)}
          onClick={ask(main)}
          {...(isDraft && { keys: "Ctrl+Enter" })}
        >
          {isDraft ? "Провести" : reverseLabel}
        </Button>
      )}
    </>
  );
};
