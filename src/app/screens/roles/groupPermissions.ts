import type { Schemas } from "#api/client.ts";
import { permissionTitles } from "#domain/permissions.ts";

type Permission = Schemas["Permission"];

/** Permissions for one kind of work. */
export interface PermissionGroup {
  readonly title: string;
  readonly permissions: readonly Permission[];
}

/** Kinds of work with the areas of their permissions. The area is the part of a permission's name before the dot. */
const jobs: readonly (readonly [title: string, ...areas: string[]])[] = [
  ["Заказы", "order", "discount", "print"],
  ["Кухня", "kitchen"],
  ["Доставка", "delivery"],
  ["Деньги", "payment", "shift", "finance", "report"],
  ["Клиенты", "customer", "call", "feedback"],
  ["Меню", "catalogue"],
  ["Склад", "stock", "supplier"],
  ["Сотрудники", "user", "role", "override"],
  ["Настройки", "company", "settings"],
];

const areaOf = ({ name }: Permission): string => name.split(".")[0] ?? "";

const order = Object.keys(permissionTitles);

const byPlace = (one: Permission, other: Permission): number => order.indexOf(one.name) - order.indexOf(other.name);

/** Groups permissions by kind of work. Permissions of unknown areas are in the last group. */
export const groupPermissions = (permissions: readonly Permission[]): readonly PermissionGroup[] => {
  const known = new Set(jobs.flatMap(([, ...areas]) => areas));
  const groups = jobs.map(([title, ...areas]) => ({
    title,
    permissions: permissions.filter((one) => areas.includes(areaOf(one))).toSorted(byPlace),
  }));
  const others = { title: "Прочее", permissions: permissions.filter((one) => !known.has(areaOf(one))) };
  return [...groups, others].filter((group) => group.permissions.length > 0);
};
