import { beforeEach, expect, test } from "vitest";
import { TwoFactor } from "#app/screens/accounts/TwoFactor.tsx";
import { click, find, mountWith, type, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(stubResizeObserver);

test("disabling the second factor — sends the password unchanged, and the code without surrounding spaces", async () => {
  const { services, sent } = givenServices(({ method }) =>
    method === "GET" ? Response.json({ isEnabled: true, recoveryCodesLeft: 10 }) : new Response(null, { status: 204 }),
  );
  const { box } = await mountWith(services, <TwoFactor userId={4} />);
  await waitUntil(() => expect(box.textContent).toContain("Отключить"));
  await click(find("section button"));
  await type(find('input[name="password"]'), " secret ");
  await type(find('input[name="code"]'), " 123456 ");
  await click(find('button[type="submit"]'));
  await waitUntil(() => expect(sent.at(-1)).toMatchObject({ body: { password: " secret ", code: "123456" } }));
});
