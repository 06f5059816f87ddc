import { expect, test } from "vitest";
import { codeOfStep, stepAt } from "#server/services/twoFactor/totp.ts";
import { givenTwoWorlds, statusesOf } from "../../support/server/races.ts";
import type { World } from "../../support/server/testServer.ts";

const worldOf = givenTwoWorlds();

const path = { userId: 4 };
const signIn = (world: World, code: string) =>
  world.ask("signIn", {
    body: { grantType: "password", userName: "operator", password: "operator-demo", tokenIn: "body", code },
  });

test("a time-based code or a recovery code used by several concurrent requests — is accepted once", async () => {
  // The operator signs in to both servers before the second factor is enabled, because later sign-ins need a code.
  await Promise.all([worldOf(0), worldOf(1)].map((world) => world.tokenOf("operator")));
  const { secret } = (await worldOf(0).ask("beginTwoFactor", { as: "operator", path })).json;
  const codeOf = (shift: number) => codeOfStep(secret, stepAt(Date.now()) + shift);
  // The server accepts the code of a time step during the next step too, so the test may last longer than the step.
  const body = { password: "operator-demo", code: codeOf(0) };
  const enabled = await Promise.all(
    [worldOf(0), worldOf(1)].map((world) => world.ask("enableTwoFactor", { as: "operator", path, body })),
  );
  const [accepted, refused] = statusesOf(enabled);
  // The second request is refused because the code has already been used (400) or the second factor is already enabled
  // (409).
  expect([accepted, [400, 409].includes(refused ?? 0)]).toEqual([200, true]);
  const recovery = enabled.find(({ status }) => status === 200)?.json.recoveryCodes[0] ?? "";
  for (const code of [codeOf(1), recovery]) {
    const answers = await Promise.all([signIn(worldOf(0), code), signIn(worldOf(1), code), signIn(worldOf(0), code)]);
    expect(statusesOf(answers)).toEqual([200, 401, 401]);
  }
});
