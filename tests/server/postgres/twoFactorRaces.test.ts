import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOfStep, stepAt } from "#server/services/twoFactor/totp.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

let one: World;
let two: World;
beforeAll(async () => {
  one = await startWorld();
  two = await startWorld({ beside: one });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const path = { userId: 4 };
const signIn = (world: World, code: string) =>
  world.ask("signIn", {
    body: { grantType: "password", userName: "operator", password: "operator-demo", tokenIn: "body", code },
  });

test("one code used by two sign-ins at once — is accepted once", async () => {
  // The operator signs in to both servers before the second factor is enabled, because later sign-ins need a code.
  await Promise.all([one, two].map((world) => world.tokenOf("operator")));
  const { secret } = (await one.ask("beginTwoFactor", { as: "operator", path })).json;
  const codeOf = (shift: number) => codeOfStep(secret, stepAt(Date.now()) + shift);
  const body = { password: "operator-demo", code: codeOf(-1) };
  const enabled = await Promise.all(
    [one, two].map((world) => world.ask("enableTwoFactor", { as: "operator", path, body })),
  );
  const [accepted, refused] = enabled.map(({ status }) => status).sort();
  // The second request is refused because the code is used (400) or the second factor is already enabled (409).
  expect([accepted, [400, 409].includes(refused ?? 0)]).toEqual([200, true]);
  const recovery = enabled.find(({ status }) => status === 200)?.json.recoveryCodes[0] ?? "";
  for (const code of [codeOf(1), recovery]) {
    const answers = await Promise.all([signIn(one, code), signIn(two, code), signIn(one, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  }
});
