import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import pg from "pg";
import { orderOf } from "./load.mjs";

const COMPANIES = 200;
/** Number of signed-in clients in each company. */
const SCREENS = 5;
/** Number of open orders in each company. */
const OPEN_ORDERS = 10;

/** Role "Оператор", which ships with the server. */
const OPERATOR_ROLE = 3;

const send = async (url, init) => {
  const answer = await fetch(url, { method: "POST", ...init });
  if (!answer.ok) throw new Error(`The server refused a call of the benchmark: ${await answer.text()}`);
  return answer.json();
};

const formOf = (fields) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
};

/** Creates a company with one dish. Returns the id of the company and the body of a new order. */
const addCompany = async (origin, headers, at) => {
  const { id } = await send(`${origin}/api/Company`, { headers, body: JSON.stringify({ name: `Компания ${at}` }) });
  const { Authorization } = headers;
  const add = (path, fields) =>
    send(`${origin}${path}`, { headers: { Authorization }, body: formOf({ ...fields, companyId: id }) });
  const category = await add("/api/Category", { name: "Пироги" });
  const item = await add("/api/Item", { name: "Пирог", price: 300, categoriesId: `[${category.id}]` });
  return { id, order: orderOf({ id: item.id, categoriesId: [category.id] }) };
};

/**
 * Adds operators to each company, and one session for each operator. Returns each session with the id of its company.
 */
const addSessions = async (db, companyIds) => {
  const { rows } = await db.query(
    `with given as (select c as company_id, n from unnest($1::int[]) c, generate_series(1, $2::int) n),
      person as (insert into app_user (user_name, alias) select 'screen-' || company_id || '-' || n, 'Экран' from given
        returning id, split_part(user_name, '-', 2)::int as company_id),
      part as (insert into company_user (company_id, user_id, role_id) select company_id, id, $3 from person)
    select id, company_id as "companyId" from person`,
    [companyIds, SCREENS, OPERATOR_ROLE],
  );
  const sessions = rows.map((row) => ({ ...row, sessionId: randomUUID() }));
  await db.query(
    `insert into session (id, user_id, expires_at)
      select s, u, now() + interval '1 day' from unnest($1::uuid[], $2::int[]) as given (s, u)`,
    [sessions.map(({ sessionId }) => sessionId), sessions.map(({ id }) => id)],
  );
  return sessions;
};

/**
 * Adds 200 companies, each with ten open orders and five signed-in operators. Writes the sessions of the operators
 * directly to the database, because 1,000 logins would take minutes. Returns a client for each operator: the id of the
 * company, the request headers of the session, and the body of a new order.
 */
export const fillClients = async (server, databaseUrl) => {
  // A user may own at most 100 companies. These users already own companies of the demo, so two users cannot own 200
  // more.
  const owners = await Promise.all(["admin", "owner", "owner2"].map(server.signIn));
  const companies = [];
  for (let at = 0; at < COMPANIES; at += 1)
    companies.push(await addCompany(server.origin, owners[at % owners.length], at));
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const sessions = await addSessions(
    db,
    companies.map(({ id }) => id),
  );
  const { rows } = await db.query("select value from setting where name = 'tokenSecret'");
  await db.end();
  const secret = Buffer.from(rows[0].value, "base64");
  const clients = await Promise.all(
    sessions.map(async ({ companyId, sessionId }) => {
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(secret);
      return {
        companyId,
        order: companies.find(({ id }) => id === companyId).order,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      };
    }),
  );
  const first = clients.filter(
    (_, at) => clients.findIndex((other) => other.companyId === clients[at].companyId) === at,
  );
  for (let at = 0; at < OPEN_ORDERS; at += 1)
    for (let from = 0; from < first.length; from += 10)
      await Promise.all(
        first.slice(from, from + 10).map(({ companyId, order, headers }) =>
          send(`${server.origin}/api/Order/Company/${companyId}`, {
            headers: { ...headers, "Idempotency-Key": randomUUID() },
            body: order,
          }),
        ),
      );
  return clients;
};
