import { useState } from "react";
import { expect, test } from "vitest";
import { PermissionField } from "#app/screens/roles/PermissionField.tsx";
import { type RolePermissions, setPermission } from "#machines/directory/descriptors/roles.ts";
import { blur, find, mount, type } from "../support/app/mount.tsx";

const permission = { name: "discount.maxPercent", title: "Наибольшая скидка, %", type: "int" };

/**
 * Renders the field of a permission with the value 10. Returns functions that type into the field and read the value.
 */
const given = async (max = Number.POSITIVE_INFINITY) => {
  let current: RolePermissions = { [permission.name]: 10 };
  const Row = () => {
    const [permissions, setPermissions] = useState(current);
    current = permissions;
    return (
      <table>
        <tbody>
          <PermissionField
            permission={permission}
            value={permissions[permission.name]}
            max={max}
            canRemove
            error={undefined}
            onText={(text) => setPermissions(setPermission(permissions, permission.name, text))}
          />
        </tbody>
      </table>
    );
  };
  await mount(<Row />);
  const field = find("input");
  /** Clears the field and types a text key by key. */
  const enter = async (text: string) => {
    await type(field, "");
    for (let end = 1; end <= text.length; end += 1) await type(field, text.slice(0, end));
  };
  return { field, enter, value: () => current[permission.name] };
};

test.each(["7.5", "7,5", "-3", "1e2", "abc", "12345678"])(
  "PermissionField — ignores the text '%s' and restores the value on blur",
  async (text) => {
    const { field, enter, value } = await given();
    await enter(text);
    expect([field, value()]).toMatchObject([{ value: text }, 10]);
    await blur(field);
    expect(field).toMatchObject({ value: "10" });
  },
);

test("PermissionField — sets the permission to the typed integer; typing 0 removes the permission", async () => {
  const { field, enter, value } = await given();
  await enter("35");
  expect(value()).toBe(35);
  await blur(field);
  expect(field).toMatchObject({ value: "35" });
  await enter("0");
  expect(value()).toBeUndefined();
  await blur(field);
  expect(field).toMatchObject({ value: "" });
});

test("PermissionField — a value above the user's own permission is invalid until the user removes the value", async () => {
  const { field, enter, value } = await given(0);
  expect([field.getAttribute("aria-invalid"), field.hasAttribute("disabled")]).toEqual(["true", false]);
  expect(find("p").textContent).toBe("У вас этого права нет: уберите его, иначе роль не сохранится");
  await enter("0");
  expect(value()).toBeUndefined();
  expect(field.getAttribute("aria-invalid")).toBeNull();
  expect(find("p").textContent).toBe("У вас этого права нет, поэтому и дать его вы не можете");
});
