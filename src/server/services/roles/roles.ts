import { limits, permissionTitles } from "#domain/permissions.ts";

/** Permission that a role can grant. A 'bool' permission is a flag, an 'int' permission sets a limit. */
interface Permission {
  readonly name: string;
  readonly title: string;
  readonly type: "bool" | "int";
}

/** All permissions that a role can grant. */
export const permissionCatalogue: readonly Permission[] = Object.entries(permissionTitles).map(([name, title]) => ({
  name,
  title,
  type: limits.includes(name) ? "int" : "bool",
}));

const all = permissionCatalogue.map(({ name }) => name);

const permissionsOf = (names: readonly string[], maxPercent: number): Record<string, number> => ({
  ...Object.fromEntries(names.map((name) => [name, 1])),
  ...(maxPercent > 0 && { "discount.maxPercent": maxPercent }),
});

const allExcept = (...names: string[]): string[] =>
  all.filter((name) => !names.includes(name) && name !== "discount.maxPercent");

/** Roles that ship with the server. Their ids never change. */
export const publicRoles = [
  { id: 1, name: "Администратор компании", permissions: permissionsOf(allExcept(), 100) },
  { id: 2, name: "Менеджер", permissions: permissionsOf(allExcept("company.edit", "user.manage", "role.manage"), 50) },
  {
    id: 3,
    name: "Оператор",
    permissions: permissionsOf(
      [
        "order.view",
        "order.create",
        "order.edit",
        "order.changeStatus",
        "order.history",
        "payment.accept",
        "payment.confirm",
        "payment.external",
        "shift.use",
        "discount.apply",
        "catalogue.view",
        "customer.view",
        "customer.edit",
        "call.view",
        "print.use",
      ],
      20,
    ),
  },
  {
    id: 4,
    name: "Кассир",
    permissions: permissionsOf(
      [
        "order.view",
        "order.changeStatus",
        "order.history",
        "payment.accept",
        "payment.confirm",
        "payment.reject",
        "payment.external",
        "shift.use",
        "catalogue.view",
        "customer.view",
        "print.use",
      ],
      0,
    ),
  },
  {
    id: 5,
    name: "Кухня",
    permissions: permissionsOf(["kitchen.cook", "catalogue.view", "stock.view", "print.use"], 0),
  },
  { id: 6, name: "Курьер", permissions: permissionsOf(["delivery.deliver", "payment.accept"], 0) },
  {
    id: 7,
    name: "Кладовщик",
    permissions: permissionsOf(
      ["catalogue.view", "stock.view", "stock.edit", "stock.approve", "supplier.edit", "print.use"],
      0,
    ),
  },
] as const;
