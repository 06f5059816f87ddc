// Sends the events of a simulated day of phone calls to a running server, some of them twice or late. Environment
// variables: API (address of the server), TOKENS (tokens of the phones), CALLS (number of calls), MINUTES (time in
// which the calls begin), PACE (divisor of each call's duration).
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const {
  API = "http://localhost:4000",
  TOKENS = "demo-tracker-1,demo-tracker-2",
  CALLS = "60",
  MINUTES = "10",
  PACE = "1",
} = process.env;
const tokens = TOKENS.split(",");
const count = Number(CALLS);
const lengthMs = Number(MINUTES) * 60_000;
const secondMs = 1_000 / Number(PACE);
const run = Date.now().toString(36);

const ATTEMPTS = 5;
const REFUSED = new Set([400, 401]);

const send = (token, event) =>
  fetch(`${API}/api/PhoneTracker/Call`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(event),
  }).catch(() => undefined);

/**
 * Sends an event until the server accepts it, with pauses by `Retry-After` or an exponential back-off, and then
 * prints the event. Throws after five attempts, or immediately after a 400 or 401.
 */
const sendWithRetry = async (token, event) => {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(token, event);
    if (answer?.ok) break;
    if (answer && REFUSED.has(answer.status)) throw new Error((await answer.json()).message);
    if (attempt === ATTEMPTS) throw new Error(answer ? `Сервер ответил ${answer.status}.` : `${API} не отвечает.`);
    await sleep(Number(answer?.headers.get("retry-after") ?? 2 ** (attempt - 1)) * 1_000);
  }
  const who = event.number ? `…${event.number.slice(-4)}` : "скрыт";
  console.log(`${event.at.slice(11, 19)} ${who.padEnd(6)} ${event.event}`);
};

/**
 * Returns the phone number of a caller; every fourth call comes from one of five regular customers. Every twelfth call
 * has a hidden number, which is an empty string.
 */
const numberOf = (index) => {
  if (index % 12 === 7) return "";
  const line = index % 4 === 0 ? index % 5 : 1_000 + index * 7_919;
  return `+7916${String(5_550_000 + (line % 1_000_000)).padStart(7, "0")}`;
};

/** Returns the events of a call, each with the pause until the next event in seconds. Every fifth call is missed. */
const eventsOf = (index) => {
  const wait = 4 + ((index * 7) % 21);
  const talk = 25 + ((index * 37) % 140);
  if (index % 5 === 3)
    return [
      ["StartRing", wait + 10],
      ["EndRing", 0],
    ];
  return [
    ["StartRing", wait],
    ["Call", talk],
    ["EndCall", 0],
  ];
};

const play = async (index) => {
  const token = tokens[index % tokens.length];
  const call = { callId: `${run}-${index}`, number: numberOf(index) };
  const late = [];
  for (const [type, seconds] of eventsOf(index)) {
    const event = { ...call, event: type, at: new Date().toISOString() };
    if (index % 7 === 2 && type === "Call") late.push(event);
    else await sendWithRetry(token, event);
    if (index % 6 === 5) await sendWithRetry(token, event);
    await sleep(seconds * secondMs);
  }
  for (const event of late) await sendWithRetry(token, event);
};

const begin = async (index) => {
  await sleep((lengthMs * index) / count);
  await play(index);
};

try {
  await Promise.all(Array.from({ length: count }, (_, index) => begin(index)));
  console.log(`Сыграно звонков: ${count}.`);
} catch (failure) {
  console.error(failure.message);
  process.exit(1);
}
