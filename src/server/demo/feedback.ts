import { sql } from "kysely";
import type { Db } from "../database/connection.ts";

interface DemoThread {
  readonly user: string;
  readonly subject: string;
  readonly state: "new" | "answered" | "closed";
  readonly isFaq?: boolean;
  readonly page?: string;
  /** Messages of the thread, alternately by the asker and by the support. */
  readonly messages: readonly string[];
}

const threads: readonly DemoThread[] = [
  {
    user: "operator",
    subject: "Как вернуть отменённый заказ?",
    state: "answered",
    isFaq: true,
    page: "/Company/1",
    messages: [
      "Гость передумал отменять. Можно ли вернуть заказ в работу?",
      "Отменённый заказ закрыт и в работу не возвращается. Откройте его и нажмите «Повторить»: позиции попадут в новый заказ.",
    ],
  },
  {
    user: "cashier",
    subject: "Смена не закрывается",
    state: "closed",
    isFaq: true,
    page: "/Company/1/Finance/Shift",
    messages: [
      "Пересчитала деньги, не хватает 150 р. Смена не закрывается.",
      "При расхождении нужна причина. Впишите её под суммой и закройте смену ещё раз.",
    ],
  },
  {
    user: "kitchen",
    subject: "Экран кухни гаснет",
    state: "new",
    page: "/Company/1/Kitchen/Display",
    messages: ["На планшете экран гаснет через пять минут, хотя кухня открыта."],
  },
  {
    user: "owner",
    subject: "Можно ли выгрузить клиентов?",
    state: "new",
    messages: [
      "Нужна таблица клиентов за год.",
      "Да: «Клиенты» → «Выгрузить». Нужно право «Отчёты».",
      "Спасибо! А можно только тех, кто давно не заказывал?",
    ],
  },
];

const addThread = async (tx: Db, { user, subject, state, isFaq, page, messages }: DemoThread, age: number) => {
  const { rows } = await sql<{ id: number }>`
    insert into feedback_thread (user_id, company_id, subject, state, is_faq, page, created_at, changed_at)
    select id, 1, ${subject}, ${state}, ${isFaq ?? false}, ${page ?? null}, now() - make_interval(hours => ${age}), now() - make_interval(hours => ${age - 2})
    from app_user where user_name = ${user} returning id`.execute(tx);
  for (const [index, text] of messages.entries())
    await sql`insert into feedback_message (thread_id, user_id, is_answer, text, at)
      select ${rows[0]?.id}::int, id, ${index % 2 === 1}, ${text}, now() - make_interval(hours => ${age}, mins => ${-20 * index})
      from app_user where user_name = ${index % 2 === 1 ? "admin" : user}`.execute(tx);
};

const reviews = [
  { food: 5, delivery: 5, service: 5, text: "Всё горячее и вкусное, курьер вежливый." },
  { food: 5, delivery: 4, service: 5, text: "Пицца отличная, ждали чуть дольше." },
  { food: 2, delivery: 4, service: 3, text: "Пицца остыла, а соус забыли.", isCallBack: true, state: "open" },
  { food: 4, delivery: 5, service: 5, text: "" },
  {
    food: 4,
    delivery: 1,
    service: 3,
    text: "Ждали полтора часа.",
    isCallBack: true,
    state: "closed",
    outcome: "Позвонили, извинились, подарили десерт к следующему заказу.",
  },
  { food: 5, delivery: 5, service: 4, text: "Спасибо!" },
] as const;

/** Adds questions that users have asked the support, and reviews of the latest closed orders of company 1. */
export const fillFeedback = async (tx: Db): Promise<void> => {
  for (const [index, thread] of threads.entries()) await addThread(tx, thread, 96 - 24 * index);
  const { rows: orders } = await sql<{ id: number }>`select o.id from orders o join order_status s on s.id = o.status_id
    where o.company_id = 1 and not o.is_open and not s.is_cancel and nullif(o.delivery_address, '') is not null
    order by o.creation_date desc, o.id desc limit ${reviews.length}`.execute(tx);
  for (const [index, review] of reviews.entries()) {
    const outcome = "outcome" in review ? review.outcome : null;
    const at = sql`now() - make_interval(hours => ${5 * (reviews.length - index)})`;
    await sql`insert into guest_review (company_id, order_id, food, delivery, service, text, is_call_back, case_state, case_text, case_user_id, case_at, created_at, changed_at)
      select 1, ${orders[index]?.id}::int, ${review.food}, ${review.delivery}, ${review.service}, ${review.text},
        ${"isCallBack" in review}, ${"state" in review ? review.state : null}::text, ${outcome}::text,
        case when ${outcome !== null} then (select id from app_user where user_name = 'manager') end,
        case when ${outcome !== null} then now() - interval '1 hour' end, ${at}, ${at}`.execute(tx);
  }
};
