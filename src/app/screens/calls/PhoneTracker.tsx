import { useCurrentCompanyId } from "../../frame/place.ts";
import { Note } from "../../ui/Note.tsx";
import { useTitle } from "../../useTitle.ts";
import { TestCall } from "./TestCall.tsx";
import { TrackerGuide } from "./TrackerGuide.tsx";
import { useLinkToken } from "./useLinkToken.ts";

const TITLE = "Подключение телефона";

/** The page behind the QR code of the phones list: how a telephone or an exchange is joined, and a call to try it with. */
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
      {token && <Note tone="calm">Токен из ссылки подставлен в пробный звонок внизу страницы.</Note>}
      <TrackerGuide companyId={companyId} />
      <TestCall linkToken={token} />
    </div>
  );
};
