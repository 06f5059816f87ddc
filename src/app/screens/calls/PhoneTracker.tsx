import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { TestCall } from "./TestCall.tsx";
import { TrackerGuide } from "./TrackerGuide.tsx";

const TITLE = "Подключение телефона";

/** Screen that explains how a telephone exchange or another program reports calls. The user can play a test call. */
export const PhoneTracker = () => {
  const companyId = useCurrentCompanyId();
  useTitle(TITLE);
  return (
    <div className="grid max-w-3xl gap-3">
      <h1>{TITLE}</h1>
      <p>
        Когда телефон или АТС сообщает системе о звонках, оператор видит, кто звонит, и открывает новый заказ с номером
        клиента одним нажатием.
      </p>
      <TrackerGuide companyId={companyId} />
      <TestCall />
    </div>
  );
};
