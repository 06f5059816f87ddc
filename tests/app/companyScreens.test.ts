import { expect, test } from "vitest";
import { screenIcons } from "#app/frame/settings/screenIcons.ts";
import { sidebarLinks } from "#app/frame/sidebarLinks.ts";
import {
  companyScreens,
  findCompanyScreen,
  isScreenListed,
  listedGroups,
  screenGroups,
} from "#app/routing/companyScreens.ts";
import { findRoute } from "#app/routing/route.ts";
import { routes } from "#app/routing/routes/orders.tsx";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { permissionTitles } from "#domain/permissions.ts";

const COMPANY = "/Company/:companyId/";
const allRoutes = [...routes, ...secondaryRoutes];
const titlesOf = (screens: readonly { readonly title: string }[]) => screens.map(({ title }) => title);

test.each(companyScreens)(
  "screen $title — has a route and a one-sentence description, and needs only permissions that exist",
  (screen) => {
    expect(findRoute(allRoutes, `/Company/1/${screen.path}`)).toBeDefined();
    expect(screen.about).toMatch(/^[А-Я][^.]+\.$/);
    for (const permission of screen.needs) expect(permissionTitles).toHaveProperty([permission]);
  },
);

test("company screens — have unique paths and titles, and each screen of the operations board has an icon", () => {
  const screens = screenGroups.flatMap((group) => group.screens);
  expect(Object.keys(screenIcons).sort()).toEqual(screens.map(({ path }) => path).sort());
  expect(new Set(companyScreens.map(({ path }) => path)).size).toBe(companyScreens.length);
  expect(new Set(titlesOf(companyScreens)).size).toBe(companyScreens.length);
});

test("company screens — include the screen of each sidebar link except the order list and the operations board", () => {
  const missing = sidebarLinks.filter(({ title }) => !titlesOf(companyScreens).includes(title));
  expect(missing.map(({ icon }) => icon)).toEqual(["open", "operations"]);
});

test("findCompanyScreen — returns a screen for each company route except the operations board, and returns the list for the path of a form", () => {
  const unknown = secondaryRoutes
    .map(({ path }) => path)
    .filter((path) => path.startsWith(COMPANY) && !findCompanyScreen(path.slice(COMPANY.length)));
  expect(unknown).toEqual([`${COMPANY}Operations`]);
  expect(findCompanyScreen("Shop/Category")?.title).toBe("Категории магазина");
  expect(findCompanyScreen("kitchen/station/3/Edit")?.title).toBe("Станции кухни");
  expect(findCompanyScreen("PaymentMethodExternal/New")?.title).toBe("Внешние способы оплаты");
});

test("company screens — are all marked as settings, except the 26 screens for daily work", () => {
  expect(titlesOf(companyScreens.filter(({ isSetting }) => !isSetting))).toEqual([
    "Новый заказ",
    "Принято оплат сегодня",
    "Склад",
    "Что заказать",
    "Складские операции",
    "Накладные",
    "Списания и приготовления",
    "Перемещения",
    "Доставка",
    "Кухня",
    "Стоп-лист",
    "Движение денег",
    "Доходы и расходы",
    "Касса",
    "Обзор инвентаризации",
    "Инвентаризации",
    "Отчёты",
    "Сегодня",
    "Доска",
    "Сводка заказов",
    "Расширенная сводка",
    "Сводка продаж",
    "Календарь заказов",
    "Клиенты",
    "Звонки",
    "Мои доставки",
  ]);
});

test("company screen — is listed only if its module is enabled and the user has all its permissions", () => {
  const zones = findCompanyScreen("Delivery/Zone");
  if (!zones) throw new Error("There are no delivery zones");
  const both = { "delivery.manage": 1, "order.view": 1 };
  expect(isScreenListed(zones, { permissions: both, modulesOff: ["stock"] })).toBe(true);
  expect(isScreenListed(zones, { permissions: both, modulesOff: ["delivery"] })).toBe(false);
  expect(isScreenListed(zones, { permissions: { "delivery.manage": 1 } })).toBe(false);
  expect(isScreenListed(zones, { permissions: { ...both, "order.view": 0 } })).toBe(false);
});

test("listedGroups — omits groups without a listed screen", () => {
  const groups = listedGroups({ permissions: { "kitchen.cook": 1 }, modulesOff: ["stopList"] });
  expect(groups.map(({ title, screens }) => [title, titlesOf(screens)])).toEqual([
    ["Настройки компании", ["Дополнительные поля", "Данные компании"]],
    ["Кухня", ["Кухня", "Станции кухни"]],
  ]);
});
