import { useSelector } from "@xstate/react";
import { useRef, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { acceptActors, declineActors } from "#machines/accounts/invitation.actors.ts";
import { invitationsQuery } from "#machines/queries/invitations.ts";
import { ConfirmCommand } from "../../directory/ConfirmCommand.tsx";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useTask } from "../../shared/useTask.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";

const LINK_MARK = "#invitation=";

/** Returns the secret of an invitation from the fragment of the URL, or an empty string. */
const readFragment = (): string =>
  location.hash.startsWith(LINK_MARK) ? decodeURIComponent(location.hash.slice(LINK_MARK.length)) : "";

const clearFragment = () => {
  if (readFragment() !== "") history.replaceState(history.state, "", location.pathname + location.search);
};

const InvitationCard = ({
  invitation: { id, companyName, roleName, endDate },
  onDone,
}: {
  invitation: Schemas["Invitation"];
  onDone: () => void;
}) => {
  const { api, shell } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const link = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const accepting = useTask(
    () => acceptActors(api, () => link.current?.value ?? ""),
    () => {
      toast(`Приглашение принято: ${companyName}`);
      clearFragment();
      shell.send({ type: "shell.reload" });
      onDone();
    },
  );
  const declining = useTask(
    () => declineActors(api),
    () => {
      toast("Приглашение отклонено");
      onDone();
    },
  );
  const acceptance = useSelector(accepting, (state) => state);
  const refusal = useSelector(declining, (state) => state);
  const isBusy = acceptance.hasTag("busy") || refusal.hasTag("busy");
  const fieldError = problem || acceptance.context.failure?.errors["code"];
  const failure = fieldError ? refusal.context.failure : (acceptance.context.failure ?? refusal.context.failure);
  const accept = () => {
    if (link.current?.value.trim()) accepting.send({ type: "task.start", id });
    else {
      setProblem("Вставьте ссылку, которую вам передали");
      link.current?.focus();
    }
  };
  return (
    <li className="card grid gap-3">
      <div>
        <h2 className="text-base font-semibold wrap-anywhere">Вас приглашает {companyName}</h2>
        <p className="text-sm text-muted">
          Роль: {roleName}. Приглашение действует до {formatDateTime(endDate, timeZone)}.
        </p>
      </div>
      {failure && <ErrorBox message={failureText(failure)} />}
      <Field
        label="Ссылка из приглашения"
        hint="Её передал вам тот, кто пригласил"
        error={fieldError}
        className="max-w-xl"
      >
        {(control) => (
          <input
            {...control}
            ref={link}
            defaultValue={readFragment()}
            autoComplete="off"
            maxLength={400}
            className="field"
            onChange={() => {
              setProblem("");
              accepting.send({ type: "failure.dismiss" });
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" why={isBusy && "Отправляем"} onClick={accept}>
          Принять
        </Button>
        <Button why={isBusy && "Отправляем"} onClick={() => declining.send({ type: "task.ask", id })}>
          Отклонить
        </Button>
      </div>
      {refusal.matches("confirming") && (
        <ConfirmCommand
          title="Отклонить приглашение?"
          question={`${companyName} сможет пригласить вас снова.`}
          onYes={() => declining.send({ type: "task.confirm" })}
          onNo={() => declining.send({ type: "task.cancel" })}
        />
      )}
    </li>
  );
};

/**
 * Invitations of the user to companies; nothing is rendered while they are being read. Without invitations, a note is
 * rendered for a user who opened an invitation link.
 */
export const Invitations = () => {
  const { shown, refresh } = useQuery(invitationsQuery, {});
  if (!shown) return null;
  if (shown.answer.length === 0)
    return readFragment() === "" ? null : (
      <p className="card mb-3">
        По этой ссылке приглашений для вас нет: его уже приняли или отозвали, или оно для другого имени.
      </p>
    );
  return (
    <ul aria-label="Приглашения" className="mb-3 grid gap-3">
      {shown.answer.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} onDone={refresh} />
      ))}
    </ul>
  );
};
