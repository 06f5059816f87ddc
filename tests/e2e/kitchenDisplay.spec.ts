import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { NOTES, notesOf, spyOnSound } from "../support/e2e/sound.ts";

const DISPLAY = "/Company/1/Kitchen/Display";

/** Minimum width and height of a touch target on the kitchen display, CSS pixels. */
const TOUCH_PX = 56;

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const ticket = (page: Page, state: string, { id }: { id: number }) =>
  column(page, state).locator(`[data-order="${id}"]`);

/** Replaces the browser's wake lock and records its calls. Headless browsers have no screen to keep awake. */
const recordWakeLock = (page: Page) =>
  page.addInitScript(() => {
    const calls: string[] = [];
    const request = async (type: string) => {
      calls.push(`request ${type}`);
      return { release: async () => calls.push("release") };
    };
    Object.assign(globalThis, { wakeLockCalls: calls });
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });

const wakeLockCalls = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, "wakeLockCalls"));

/** Makes the page hidden or visible, as if the user had switched to another tab and back. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** Hides the page, shows it again, and waits until the display has read its dishes. */
const showAgain = async (page: Page) => {
  await setHidden(page, true);
  const read = page.waitForResponse((answer) => /\/api\/Kitchen\/Company\/1/.test(answer.url()));
  await setHidden(page, false);
  await read;
};

test("kitchen display — keeps the screen awake, even after the page was hidden, until the cook leaves the display", async ({
  page,
}) => {
  await recordWakeLock(page);
  await signInAs(page, "kitchen", "/Company/1/Kitchen");
  expect(await wakeLockCalls(page)).toEqual([]);
  await page.getByRole("link", { name: "Экран кухни" }).click();
  await expect(page.getByRole("heading", { name: "Экран кухни" })).toBeAttached();
  await expect.poll(() => wakeLockCalls(page)).toEqual(["request screen"]);
  await setHidden(page, true);
  expect(await wakeLockCalls(page)).toEqual(["request screen"]);
  await setHidden(page, false);
  await expect.poll(() => wakeLockCalls(page)).toEqual(["request screen", "request screen"]);
  await page.getByRole("link", { name: "Выйти" }).click();
  await expect(page).toHaveURL("/Company/1/Kitchen");
  await expect.poll(() => wakeLockCalls(page)).toEqual(["request screen", "request screen", "release"]);
  await setHidden(page, true);
  await setHidden(page, false);
  expect(await wakeLockCalls(page)).toHaveLength(3);
});

test("kitchen display — opens the help by '?', and the command palette by Ctrl+K finds another screen", async ({
  page,
}) => {
  await signInAs(page, "kitchen", DISPLAY);
  await expect(page.getByRole("heading", { name: "Экран кухни" })).toBeAttached();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Справка и клавиши" });
  await expect(help).toContainText("Экран для планшета на кухне");
  await expect(help).toContainText("Ctrl+K");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Найти заказ, экран, команду" });
  await expect(palette.getByRole("combobox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("стоп-лист");
  await expect(palette.getByRole("option", { name: /Стоп-лист/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/Company/1/Kitchen/Stop");
});

test("full screen button — switches the full screen of the kitchen display on and off", async ({ page }) => {
  await signInAs(page, "kitchen", DISPLAY);
  const isFullScreen = () => page.evaluate(() => document.fullscreenElement === document.documentElement);
  expect(await isFullScreen()).toBe(false);
  await page.getByRole("button", { name: "Во весь экран" }).click();
  await expect.poll(isFullScreen).toBe(true);
  await page.getByRole("button", { name: "Во весь экран" }).click();
  await expect.poll(isFullScreen).toBe(false);
});

/**
 * Creates a kitchen station for a category that no other test uses. Returns the path of the display of this station,
 * and a function that creates an order for the station.
 */
const createQuietStation = async (operator: ApiUser, owner: ApiUser) => {
  const dish = (await operator.menu()).find(({ name }) => name === "Драники");
  const categoryId = dish?.categoriesId[0];
  if (!dish || categoryId === undefined) throw new Error("the demo has no such dish");
  const name = `Завтраки ${crypto.randomUUID().slice(0, 8)}`;
  const body = { name, categoriesId: [categoryId] };
  const station = await owner.post<Schemas["KitchenStation"]>("/api/KitchenStation/Company/1", body);
  return {
    path: `${DISPLAY}?station=${station.id}`,
    order: () => operator.order({ items: [{ itemId: dish.id, categoryId, count: 1 }] }),
    remove: () => owner.remove(`/api/KitchenStation/${station.id}/Company/1`),
  };
};

test("sound of the kitchen display — is played once for each new order, but not after a cook's tap, after a reload or while muted", async ({
  page,
  operator,
  owner,
}) => {
  const station = await createQuietStation(operator, owner);
  await spyOnSound(page);
  await signInAs(page, "kitchen", station.path);
  const showNext = async () => {
    const order = await station.order();
    await expect(ticket(page, "Новый", order)).toBeVisible();
    return ticket(page, "Новый", order);
  };
  await expect(page.getByRole("button", { name: "Включить звук" })).toHaveAttribute("aria-pressed", "false");
  await showNext();
  expect(await notesOf(page)).toBe(0);

  await page.getByRole("button", { name: "Включить звук" }).click();
  const fresh = await showNext();
  expect(await notesOf(page)).toBe(NOTES);
  await fresh.getByRole("button").click();
  await expect(fresh).toHaveCount(0);
  await showAgain(page);
  expect(await notesOf(page)).toBe(NOTES);

  await page.reload();
  await page.getByRole("button", { name: "Включить звук" }).click();
  await expect(column(page, "Новый").getByRole("listitem").first()).toBeVisible();
  await showAgain(page);
  expect(await notesOf(page)).toBe(0);
  await showNext();
  expect(await notesOf(page)).toBe(NOTES);

  await page.getByRole("button", { name: "Звук включён" }).click();
  await expect(page.getByRole("button", { name: "Включить звук" })).toHaveAttribute("aria-pressed", "false");
  await showNext();
  expect(await notesOf(page)).toBe(NOTES);
  await station.remove();
});

interface Target {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the names and sizes of all buttons and links on the display. */
const targetsOf = (page: Page): Promise<Target[]> =>
  page.locator("main").evaluate((main) =>
    [...main.querySelectorAll("a, button, input, select")].map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return { name: element.textContent || element.getAttribute("title") || element.tagName, width, height };
    }),
  );

const expectLargeTargets = async (page: Page, expected: readonly string[]) => {
  const targets = await targetsOf(page);
  for (const name of expected)
    expect(targets.map((target) => target.name)).toContainEqual(expect.stringContaining(name));
  expect(targets.filter(({ width, height }) => width < TOUCH_PX || height < TOUCH_PX)).toEqual([]);
};

for (const width of [1366, 820]) {
  test.describe(`touch screen ${width} px wide`, () => {
    test.use({ viewport: { width, height: 768 }, hasTouch: true });

    test("kitchen display — all buttons are at least 56 px wide and high, and a ready dish can be recalled", async ({
      page,
      operator,
    }) => {
      const order = await operator.order();
      const later = await operator.order({ date: new Date(Date.now() + 3 * 3_600_000).toISOString() });
      await signInAs(page, "kitchen", DISPLAY);
      const fresh = ticket(page, "Новый", order).getByRole("button");
      await expect(fresh).toHaveCount(2);
      await expect(ticket(page, "Новый", later)).toHaveCount(0);
      await page.getByRole("button", { name: "Всего приготовить" }).tap();
      const stations = ["Вся кухня", "Горячий цех", "Сборка"];
      const heads = ["Включить звук", "Во весь экран", "Выйти", "Всего приготовить", "Позже: "];
      await expectLargeTargets(page, [...stations, ...heads, "Начать"]);
      await page.getByRole("button", { name: /^Позже: / }).tap();
      await expect(ticket(page, "Новый", later)).toBeVisible();

      await fresh.first().tap();
      await expect(page.getByRole("button", { name: "Отменить" })).toBeVisible();
      await expectLargeTargets(page, ["Отменить", "Готово", "Скрыть поздние"]);
      await ticket(page, "Готовится", order).getByRole("button").tap();
      const ready = ticket(page, "Готов", order).getByRole("button");
      await expect(ready).toContainText("Вернуть");
      await ready.tap();
      await expect(ready).toHaveCount(0);
      await expect(ticket(page, "Готовится", order).getByRole("button")).toContainText("Готово");

      const [first] = order.items;
      if (!first) throw new Error("a dish expected");
      const { id, itemId, categoryId } = first;
      await operator.post(`/api/Order/${order.id}/Company/1`, {
        phone: order.phone,
        items: [{ id, itemId, categoryId, count: 7 }],
      });
      await expect(page.getByRole("button", { name: "Понял" }).first()).toBeVisible();
      await page.route("**/api/Kitchen/Company/1*", (route) => route.fulfill({ status: 503 }));
      await showAgain(page);
      await expect(page.getByRole("button", { name: "Повторить" })).toBeVisible();
      await expectLargeTargets(page, ["Понял", "Повторить"]);
    });
  });
}
