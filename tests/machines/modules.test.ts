import { expect, test } from "vitest";
import { moduleDirectory, moduleEditor } from "#machines/directory/descriptors/modules.ts";
import { MissingEntry } from "#machines/directory/types.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const scope = { companyId: 1 };
const { signal } = new AbortController();

test("enabling or disabling a module — the idempotency key contains the version and the new state", async () => {
  const { api, calls } = describedApi();
  const [row] = await moduleDirectory.list(api, scope, signal);
  if (!row) throw new Error("No module was listed");
  await moduleDirectory.commands.disable(api, scope, row, signal);
  await moduleDirectory.commands.enable(api, scope, row, signal);
  expect(calls.slice(1).map(({ path, body, version, key }) => [path, body, version, key])).toEqual([
    ["/api/ModuleConfiguration/cashShift/Company/1", { companyId: 1, isOn: false }, '"2"', "module-1-cashShift-2-off"],
    ["/api/ModuleConfiguration/cashShift/Company/1", { companyId: 1, isOn: true }, '"2"', "module-1-cashShift-2-on"],
  ]);
});

test("module — is edited together with its settings, which are sent in a separate field", async () => {
  const { api, calls } = describedApi();
  const editor = moduleEditor("cashShift");
  const { draft, version } = await editor.read(api, scope, "cashShift", signal);
  expect([draft, version]).toEqual([{ isOn: true, requireShift: false }, 2]);
  const request = {
    id: "cashShift",
    draft: { ...draft, requireShift: true, unknown: undefined },
    version,
    key: "module-key",
  };
  await editor.save(api, scope, request, signal);
  expect(calls.at(-1)).toMatchObject({
    body: { companyId: 1, isOn: true, settings: { requireShift: true } },
    version: '"2"',
    key: "module-key",
  });
});

test("module with an unknown name — is reported as missing", async () => {
  const { api } = describedApi();
  const editor = moduleEditor("kitchen");
  await expect(editor.read(api, scope, "kitchen", signal)).rejects.toBeInstanceOf(MissingEntry);
});
