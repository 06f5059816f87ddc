import { limits, permissionTitles } from "#domain/permissions.ts";

/** A permission of the catalogue; 'bool' ones are held or not, an 'int' one sets a limit. */
interface Permission {
  readonly name: string;
  readonly title: string;
  readonly type: "bool" | "int";
}

/** Every permission that a role can give. */
export const permissionCatalogue: readonly Permission[] = Object.entries(permissionTitles).map(([name, title]) => ({
  name,
  title,
  type: limits.includes(name) ? "int" : "bool",
}));

const all = permissionCatalogue.map(({ name }) => name);

const granting = (names: readonly string[], maxPercent: number): Record<string, number> => ({
  ...Object.fromEntries(names.map((name) => [name, 1])),
  ...(maxPercent > 0 && { "discount.maxPercent": maxPercent }),
});

const without = (...names: string[]): string[] =>
  all.filter((name) => !names.includes(name) && name !== "discount.maxPercent");

/** The roles that ship with the server; their ids never change. */
export const publicRoles = [
  { id: 1, name: "Администратор компании", permissions: granting(without(), 100) },
  { id: 2, name: "Менеджер", permissions: granting(without("company.edit", "user.manage", "role.manage"), 50) },
  {
    id: 3,
    name: "Оператор",
    permissions: granting(
      [
        "order.view",
        "order.create",
        "order.edit",
        "order.changeStatus",
        "order.history",
        "payment.accept",
        "payment.confirm",
        "payment.external",
        "discount.apply",
        "catalogue.view",
        "customer.view",
        "call.view",
        "print.use",
      ],
      20,
    ),
  },
  {
    id: 4,
    name: "Кассир",
    permissions: granting(
      [
        "order.view",
        "order.changeStatus",
        "order.history",
        "payment.accept",
        "payment.confirm",
        "payment.reject",
        "payment.external",
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
    permissions: granting(["order.view", "order.changeStatus", "catalogue.view", "stock.view", "print.use"], 0),
  },
  { id: 6, name: "Курьер", permissions: granting(["order.view", "order.changeStatus", "payment.accept"], 0) },
] as const;
