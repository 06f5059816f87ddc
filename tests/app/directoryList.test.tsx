import { beforeEach, expect, test } from "vitest";
import { SupplierList } from "#app/screens/suppliers/SupplierList.tsx";
import { toastStore } from "#app/ui/toast.ts";
import { givenCompany } from "../support/app/bakery.ts";
import { click, mountWith, waitUntil } from "../support/app/mount.tsx";
import { openFirstRowMenu } from "../support/app/rowMenu.ts";
import { givenServices, type SentRequest } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(stubResizeObserver);

const suppliers = [
  { id: 3, name: "Мельница", description: null, isActive: true, creationDate: "2026-01-02T03:04:05Z", version: 1 },
];

const given = async (
  answer: (request: SentRequest) => Response = () => Response.json(suppliers),
  permissions: Readonly<Record<string, number>> = { "supplier.edit": 1 },
) => {
  const { services, sent } = givenServices(answer, { companies: [givenCompany(permissions)] });
  const { box } = await mountWith(services, <SupplierList companyId={1} />);
  await waitUntil(() => expect(box.querySelector("tr[data-row], [role=alert]")).not.toBeNull());
  const button = (name: string, root: ParentNode = document) =>
    [...root.querySelectorAll<HTMLElement>("button, a")].find(({ textContent }) => textContent?.includes(name));
  const press = async (name: string, root?: ParentNode) => {
    const element = button(name, root);
    if (!element) throw new Error(`No button ${name}`);
    await click(element);
  };
  const openDialog = async () => {
    await click((await openFirstRowMenu())("Удалить"));
    await waitUntil(() => expect(document.querySelector('[role="dialog"] h2')).not.toBeNull());
  };
  return { box, sent, button, press, openDialog };
};

test("DirectoryList — shows the rows and the time of the response", async () => {
  const { box } = await given();
  expect(box.querySelector("tr[data-row]")?.textContent).toContain("Мельница");
  expect(box.textContent).toContain("данные на 12:00");
});

test("DirectoryList — shows a message instead of the rows when the list is empty", async () => {
  const { services } = givenServices(() => Response.json([]), { companies: [givenCompany({})] });
  const { box } = await mountWith(services, <SupplierList companyId={1} />);
  await waitUntil(() => expect(box.textContent).toMatch(/Поставщиков пока нет/));
});

test("DirectoryList — an empty list has a button that opens the form of the first entry", async () => {
  const { services } = givenServices(() => Response.json([]), { companies: [givenCompany({ "supplier.edit": 1 })] });
  const { box } = await mountWith(services, <SupplierList companyId={1} />);
  await waitUntil(() => expect(box.querySelector("td a")?.textContent).toBe("Добавить"));
  expect(box.querySelector("td a")?.getAttribute("href")).toBe("/Company/1/Supplier/Add");
});

test("DirectoryList — disables all actions and gives the reason if the user lacks the permission to edit", async () => {
  const { button } = await given(undefined, {});
  expect(button("Добавить поставщика")?.getAttribute("aria-disabled")).toBe("true");
  expect(button("Добавить поставщика")?.title).toContain("Нет права");
  const itemOf = await openFirstRowMenu();
  for (const name of ["Редактировать", "Удалить"]) {
    expect(itemOf(name).getAttribute("aria-disabled")).toBe("true");
    expect(itemOf(name).textContent).toContain("Нет права");
  }
});

test("DirectoryList — shows the error of a failed read, and 'Повторить' reads the list again", async () => {
  const answers = [Response.json({ status: 500, message: "Сбой." }, { status: 500 }), Response.json(suppliers)];
  const { box, press } = await given(() => answers.shift() ?? Response.error());
  expect(box.querySelector("[role=alert]")).not.toBeNull();
  await press("Повторить");
  await waitUntil(() => expect(box.querySelector("tr[data-row]")).not.toBeNull());
});

test("DirectoryList — 'Нет' closes the confirmation without removing the row", async () => {
  const { sent, press, openDialog } = await given();
  await openDialog();
  await press("Нет");
  await waitUntil(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(sent.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("DirectoryList — 'Да' removes the row and shows a toast", async () => {
  const { sent, press, openDialog } = await given(({ method }) =>
    method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(suppliers),
  );
  await openDialog();
  await press("Да");
  await waitUntil(() => expect(toastStore.current().at(-1)?.text).toContain("удалён"));
  expect(sent.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/api/Supplier/3/Company/1",
  ]);
});
