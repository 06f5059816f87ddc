import { Link } from "../../ui/Link.tsx";
import { trackerAddress } from "./trackerAddress.ts";

const events = [
  ["StartRing", "телефон зазвонил — оператор видит «Звонит…» и открывает оттуда новый заказ с номером клиента"],
  ["Call", "трубку сняли — в списке звонков «Разговор»"],
  ["EndCall", "разговор окончен — «Обработан», с длительностью разговора"],
  ["EndRing", "звонок прекратился без ответа — «Пропущен»: клиенту стоит перезвонить"],
] as const;

const fields = [
  ["callId", "как сам телефон называет этот звонок: одинаково во всех его событиях, у каждого звонка своё"],
  ["number", "кто звонит; пустая строка, если номер скрыт"],
  ["event", "что произошло — одно из четырёх событий"],
  ["at", "когда это произошло, с часовым поясом; часы телефона должны идти верно"],
] as const;

const answers = [
  ["204", "событие принято; повторить его или прислать не по порядку не страшно"],
  ["400", "запрос составлен неверно, в ответе названо поле"],
  ["401", "токен неверен или сброшен"],
  ["429", "больше 30 новых звонков за минуту: повторите через минуту"],
] as const;

const example = (address: string): string => `curl -X POST ${address} \\
  -H "Authorization: Bearer ТОКЕН" \\
  -H "Content-Type: application/json" \\
  -d '{"callId": "1017", "number": "+79161234567",
       "event": "StartRing", "at": "2026-11-21T13:02:10+03:00"}'`;

const Terms = ({ terms }: { terms: readonly (readonly [string, string])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
    {terms.map(([term, meaning]) => (
      <div key={term} className="contents">
        <dt>
          <code>{term}</code>
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);

/** Guide for developers on reporting calls: token, request, events and answers. */
export const TrackerGuide = ({ companyId }: { companyId: number }) => (
  <>
    <section className="card grid gap-2">
      <h2 className="font-semibold">1. Токен</h2>
      <p>
        У каждого телефона свой токен: по нему система узнаёт, на какой номер звонят. Он показан один раз — когда
        телефон добавлен или токен сброшен — в разделе{" "}
        <Link href={`/Company/${companyId}/OperatorPhone`} className="text-accent underline">
          «Телефоны операторов»
        </Link>
        . Храните его как пароль.
      </p>
    </section>
    <section className="card grid gap-2">
      <h2 className="font-semibold">2. Запрос</h2>
      <p>
        О каждом событии звонка телефон или АТС присылает один запрос. Это умеют приложения автоматизации для Android и
        любая АТС, которая может обратиться к адресу в интернете.
      </p>
      <pre className="rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        {example(trackerAddress())}
      </pre>
      <Terms terms={fields} />
    </section>
    <section className="card grid gap-2">
      <h2 className="font-semibold">3. События</h2>
      <Terms terms={events} />
    </section>
    <section className="card grid gap-2">
      <h2 className="font-semibold">4. Ответ</h2>
      <Terms terms={answers} />
    </section>
  </>
);
