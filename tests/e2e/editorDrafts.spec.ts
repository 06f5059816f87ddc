import type { Page } from "@playwright/test";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";

const typeName = "Незаконченное";

/** Saves a tag while the server answers the save and the token refresh with 401, and waits for the login page. */
const expireSession = async (page: Page): Promise<void> => {
  // Other paths are not refused, because a refused report of a page view would end the session before the save.
  await page.route(/\/(api\/Tag\/Company\/1|token\/\w+)$/, (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 401, body: "" }),
  );
  await page.getByRole("button", { name: "Сохранить" }).click();
  await page.waitForURL(/\/login\.html\?return=/);
  await page.unroute(/\/(api\/Tag\/Company\/1|token\/\w+)$/);
};

const signInAgain = async (page: Page, user: Login): Promise<void> => {
  await page.getByLabel("Имя пользователя").fill(user);
  await page.getByLabel("Пароль", { exact: true }).fill(`${user}-demo`);
  await page.getByRole("button", { name: "Войти" }).click();
};

for (const [path, label] of [
  ["/Company/1/Tag/New", "Название"],
  ["/Company/1/Supplier/1/Edit", "Название"],
  ["/Company/1/Item/New", "Название"],
  ["/Company/1/RoleCompany/New", "Название"],
  ["/Company/1/PaymentMethod/New", "Название"],
  ["/Company/1/Edit", "Телефон"],
  ["/Company/1/Employee/New", "Имя пользователя"],
] as const) {
  test(`editor ${path} — keeps the typed text when the session expires, until the user discards the text`, async ({
    page,
  }) => {
    await signInAs(page, "owner", path);
    const field = page.getByLabel(label).first();
    await field.fill(typeName);
    await page.route(/\/(api|token)\//, (route) => route.fulfill({ status: 401, body: "" }));
    // The browser loses its session, as after a sign-out in another tab.
    await page.evaluate(() => {
      localStorage.removeItem("session");
      dispatchEvent(new StorageEvent("storage"));
    });
    await page.waitForURL(/\/login\.html\?return=/);
    await page.unroute(/\/(api|token)\//);
    await signInAgain(page, "owner");
    await expect(field).toHaveValue(typeName);
    await expect(page.getByText(/Здесь то, что вы не успели сохранить/)).toBeVisible();
    await page.getByRole("button", { name: "Отбросить" }).click();
    await expect(field).not.toHaveValue(typeName);
    await page.reload();
    await expect(field).toBeVisible();
    await expect(field).not.toHaveValue(typeName);
  });
}

test("save with an expired session — the draft is restored after the next sign-in and removed after a successful save", async ({
  page,
  owner,
}) => {
  await signInAs(page, "owner", "/Company/1/Tag/New");
  const name = `Метка ${Date.now()}`;
  await page.getByLabel("Название").fill(name);
  await expireSession(page);
  await signInAgain(page, "owner");
  await expect(page.getByLabel("Название")).toHaveValue(name);
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page).toHaveURL(/\/Tag$/);
  await page.goto("/Company/1/Tag/New");
  await expect(page.getByLabel("Название")).toHaveValue("");
  const tags = await owner.get<{ id: number; name: string }[]>("/api/Tag/Company/1");
  expect(tags.filter((tag) => tag.name === name)).toHaveLength(1);
  for (const tag of tags) if (tag.name === name) await owner.remove(`/api/Tag/${tag.id}/Company/1`);
});

test("editor draft — is not shown to another user or in a second tab", async ({ page, context }) => {
  await signInAs(page, "owner", "/Company/1/Tag/New");
  await page.getByLabel("Название").fill(typeName);
  const other = await context.newPage();
  await other.goto("/Company/1/Tag/New");
  await expect(other.getByLabel("Название")).toHaveValue("");
  await other.close();
  await expireSession(page);
  await signInAgain(page, "manager");
  await expect(page.getByLabel("Название")).toHaveValue("");
});
