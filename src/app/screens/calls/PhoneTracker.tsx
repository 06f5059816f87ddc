import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Note } from "../../ui/Note.tsx";
import { TestCall } from "./TestCall.tsx";
import { TrackerGuide } from "./TrackerGuide.tsx";
import { useLinkToken } from "./useLinkToken.ts";

const TITLE = "Подключение телефона";

/** Page to which the QR code of an operator phone leads. It explains how to connect the phone and offers a test call. */
export const PhoneTracker = () => {
  const companyId = useCurrentCompanyId();
  const token = useLinkToken();
  useTitle(TITLE);
  return (
    <div className="grid max-w-3xl gap-3">
      <h1>{TITLE}</h1>
      <p>
        Когда телефон или АТС сообщает системе о звонках, оператор видит, кто звонит, и открывает новый заказ с номером
        клиента одним нажатием.
      </p>
      {token && <Note tone="info">Токен из ссылки подставлен в пробный звонок внизу страницы.</Note>}
      <TrackerGuide companyId={companyId} />
      <TestCall linkToken={token} />
    </div>
  );
};
