import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenTwoWorlds, raceRounds, statusesOf } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();

/** Reports a ringing call and returns its id. */
const givenRinging = async (round: number): Promise<number> => {
  const number = `+7916556${String(1000 + round)}`;
  const body = { callId: randomUUID(), number, event: "StartRing", at: new Date().toISOString() } as const;
  await worldOf(round).ask("trackCall", { body, headers: { authorization: "Bearer demo-tracker-1" } });
  const calls = (await worldOf(round).ask("listOperatorPhoneCalls", { as: "operator" })).json;
  const call = calls.find((one) => one.number === number);
  if (!call) throw new Error("the reported call is not listed");
  return call.id;
};

test("two operators who take a call at the same time — one gets the call, and the other gets a refusal with the operator's name", async () => {
  for (let round = 0; round < raceRounds(10); round += 1) {
    const path = { id: await givenRinging(round), companyId: 1 };
    const users = round % 2 ? ["manager", "operator"] : ["operator", "manager"];
    const answers = await Promise.all(
      // Each operator sends the request twice, as a client does after a lost response.
      users.flatMap((as, at) => {
        const key = randomUUID();
        return [at, at + 1].map((index) => worldOf(index).ask("takeOperatorPhoneCall", { as, path, key }));
      }),
    );
    const taken = answers.filter(({ status }) => status === 200).map(({ json }) => json.takenBy);
    const refusals = answers.filter(({ problem }) => problem?.type !== "urn:problem:in-progress" && problem?.status);
    expect([new Set(taken).size, taken.length > 0]).toEqual([1, true]);
    expect(statusesOf(refusals).every((status) => status === 409)).toBe(true);
    for (const { problem } of refusals) expect(problem).toMatchObject({ takenBy: taken[0] });
    const again = await Promise.all(users.map((as) => worldOf(round).ask("takeOperatorPhoneCall", { as, path })));
    expect(statusesOf(again)).toEqual([200, 409]);
  }
});
