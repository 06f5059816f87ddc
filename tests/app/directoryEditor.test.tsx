import { act, useState } from "react";
import { boolean, object, string } from "valibot";
import { beforeEach, expect, test } from "vitest";
import { DirectoryEditor } from "#app/directory/DirectoryEditor.tsx";
import { StopEditor } from "#app/screens/kitchen/StopEditor.tsx";
import { SupplierEditor } from "#app/screens/suppliers/SupplierEditor.tsx";
import { supplierEditor } from "#machines/directory/descriptors/suppliers.ts";
import { givenCompany } from "../support/app/bakery.ts";
import { click, find, mountWith, type, waitUntil } from "../support/app/mount.tsx";
import { givenServices, type SentRequest } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

beforeEach(stubResizeObserver);

const supplier = {
  id: 3,
  name: "Мельница",
  description: null,
  isActive: true,
  creationDate: "2026-01-02T03:04:05Z",
  version: 1,
};

const given = async (
  answer: (request: SentRequest) => Response,
  permissions: Record<string, number> = { "supplier.edit": 1 },
  editor = <SupplierEditor companyId={1} id={3} />,
) => {
  const { services, sent } = givenServices(answer, { companies: [givenCompany(permissions)] });
  const { box } = await mountWith(services, editor);
  await waitUntil(() => expect(box.querySelector("form")).not.toBeNull());
  const name = find('input[name="name"]');
  const submit = () => click(find('button[type="submit"]'));
  const writes = () => sent.filter(({ method }) => method !== "GET");
  return { box, name, submit, writes };
};

test("DirectoryEditor — does not open the record before the companies are loaded, because the scope may contain the company's time zone", async () => {
  const { services, sent } = givenServices(() => Response.json(supplier));
  const { box } = await mountWith(services, <SupplierEditor companyId={1} id={3} />);
  expect(box.querySelector("h1")?.textContent).not.toBe("");
  expect(box.querySelector("form")).toBeNull();
  expect(sent).toEqual([]);
});

test("DirectoryEditor — opens the record again when the companies are loaded after a failed read of the companies", async () => {
  const { services } = givenServices(() => Response.json([]));
  const { shell } = services;
  await mountWith(services, <StopEditor companyId={1} id={undefined} />);
  const chosenHour = () => new Date(document.querySelector("select")?.value ?? "").getUTCHours();
  const failure = aFailure("unanswered", "Сервер не отвечает.");
  shell.start();
  await act(async () => shell.send({ type: "query.failed", from: "companies", failure }));
  await waitUntil(() => expect(chosenHour()).toBe(21));
  const company = { ...givenCompany({ "kitchen.cook": 1 }), timeZone: "Asia/Vladivostok" };
  const loaded = { query: {}, data: [company], at: 0 };
  await act(async () => shell.send({ type: "query.loaded", from: "companies", loaded, cause: "first" }));
  await waitUntil(() => expect(chosenHour()).toBe(14));
});

test("DirectoryEditor — shows an error at an invalid field and sends no write request", async () => {
  const { name, submit, writes } = await given(() => Response.json(supplier));
  await type(name, " ");
  await submit();
  await waitUntil(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  expect(writes()).toEqual([]);
});

test("DirectoryEditor — sends the changed name in a single request", async () => {
  const { box, name, submit, writes } = await given(() => Response.json(supplier));
  await type(name, "Новая мельница");
  await submit();
  await waitUntil(() => expect(box.textContent).toContain("К списку"));
  expect(writes()).toMatchObject([
    { method: "PUT", path: "/api/Supplier/3/Company/1", body: { name: "Новая мельница" } },
  ]);
});

test("DirectoryEditor — shows the server's message at the refused field", async () => {
  const { name, submit } = await given(({ method }) =>
    method === "GET"
      ? Response.json(supplier)
      : Response.json({ status: 400, message: "Проверьте поля.", errors: { name: "Имя занято." } }, { status: 400 }),
  );
  await type(name, "Пекарь");
  await submit();
  await waitUntil(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  expect(find(`[id="${name.getAttribute("aria-describedby")}"]`).textContent).toBe("Имя занято.");
});

const theirs = { ...supplier, name: "Мельница «Юг»", version: 2 };

/**
 * Returns a function that answers as a server on which another user changes the supplier after the first read. It
 * refuses every write as outdated (412).
 */
const outdated = () => {
  let reads = 0;
  return ({ method }: SentRequest) => {
    if (method !== "GET") return Response.json({ status: 412, message: "Устарело." }, { status: 412 });
    reads += 1;
    return Response.json(reads === 1 ? supplier : theirs);
  };
};

test("DirectoryEditor — shows the other user's changes in a dialog when the user saves an outdated version", async () => {
  const { name, submit } = await given(outdated());
  await type(name, "Мельница «Север»");
  await submit();
  await waitUntil(() => expect(document.querySelector('[role="dialog"] table')).not.toBeNull());
  const cells = [...document.querySelectorAll('[role="dialog"] td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(["Название", "Мельница", "Мельница «Юг»"]);
});

/** Field with a value that is not in the form, such as the chosen file of a picture field. */
const OwnField = () => {
  const [text, setText] = useState("");
  return <input name="own" value={text} onChange={(event) => setText(event.target.value)} />;
};

const OwnFieldEditor = () => (
  <DirectoryEditor
    descriptor={supplierEditor}
    scope={{ companyId: 1 }}
    id={3}
    title="Поставщик"
    schema={object({ name: string(), description: string(), isActive: boolean(), creationDate: string() })}
    returnTo="/Company/1/Supplier"
  >
    {({ register }) => (
      <>
        <input {...register("name")} />
        <OwnField />
      </>
    )}
  </DirectoryEditor>
);

test("DirectoryEditor — accepting the other user's version resets even a field that keeps its own state", async () => {
  const { name, submit } = await given(outdated(), undefined, <OwnFieldEditor />);
  await type(name, "Мельница «Север»");
  await type(find('input[name="own"]'), "черновик");
  await submit();
  const takeButton = () =>
    [...document.querySelectorAll('[role="dialog"] button')].filter(
      ({ textContent }) => textContent === "Взять чужие изменения",
    );
  await waitUntil(() => expect(takeButton()).toHaveLength(1));
  for (const button of takeButton()) await click(button);
  await waitUntil(() => expect(find('input[name="name"]')).toHaveProperty("value", theirs.name));
  expect(find('input[name="own"]')).toHaveProperty("value", "");
});

test("DirectoryEditor — disables the form and gives the reason if the user lacks the permission to edit", async () => {
  const { box } = await given(() => Response.json(supplier), {});
  expect(find("fieldset")).toHaveProperty("disabled", true);
  expect(find('button[type="submit"]').getAttribute("aria-disabled")).toBe("true");
  expect(box.querySelector('[role="status"]')?.textContent).not.toBe("");
});
