// Plays a day of calls against a running server, as the phones of its operators tell of them: some events come twice or late.
// API is the server, TOKENS those of the phones; CALLS are spread over MINUTES, and PACE makes each of them quicker than in life.
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

const send = (token, told) =>
  fetch(`${API}/api/PhoneTracker/Call`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(told),
  }).catch(() => undefined);

/** Sends an event until it is taken, waiting as the server says or ever longer. */
const tell = async (token, told) => {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(token, told);
    if (answer?.ok) break;
    if (answer && REFUSED.has(answer.status)) throw new Error((await answer.json()).message);
    if (attempt === ATTEMPTS) throw new Error(answer ? `Сервер ответил ${answer.status}.` : `${API} не отвечает.`);
    await sleep(Number(answer?.headers.get("retry-after") ?? 2 ** (attempt - 1)) * 1_000);
  }
  const who = told.number ? `…${told.number.slice(-4)}` : "скрыт";
  console.log(`${told.at.slice(11, 19)} ${who.padEnd(6)} ${told.event}`);
};

/** Who calls: every fourth one of a few regulars, every twelfth with a hidden number. */
const numberOf = (index) => {
  if (index % 12 === 7) return "";
  const line = index % 4 === 0 ? index % 5 : 1_000 + index * 7_919;
  return `+7916${String(5_550_000 + (line % 1_000_000)).padStart(7, "0")}`;
};

/** A call as its events with the seconds between them: of five one is missed. */
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
  for (const [event, seconds] of eventsOf(index)) {
    const told = { ...call, event, at: new Date().toISOString() };
    if (index % 7 === 2 && event === "Call") late.push(told);
    else await tell(token, told);
    if (index % 6 === 5) await tell(token, told);
    await sleep(seconds * secondMs);
  }
  for (const told of late) await tell(token, told);
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
