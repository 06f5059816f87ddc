import { expect, test } from "vitest";
import { useReasonNotToEditCatalogue } from "#app/screens/catalogue/catalogueScope.ts";
import { mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";

const Reason = () => <p>{useReasonNotToEditCatalogue({ companyGroupId: 3 }) || "можно"}</p>;

const given = async (answer: Response) => {
  const { services, sent } = givenServices(() => answer);
  const { box } = await mountWith(services, <Reason />);
  await waitUntil(() => expect(sent).toHaveLength(1));
  return box;
};

const group = (permissions: Readonly<Record<string, number>>) =>
  Response.json({ id: 3, name: "Г", companies: [], version: 1, permissions });

test("catalogue of a group — shows why it cannot be edited if the user lacks the permission in at least one company of the group", async () => {
  const box = await given(group({ "catalogue.edit": 0 }));
  await waitUntil(() => expect(box.textContent).toContain("в каждой компании группы"));
});

test("catalogue of a group — may be edited if the user has the permission in each company of the group, or if the permissions cannot be read", async () => {
  for (const answer of [group({ "catalogue.edit": 1 }), Response.json({ message: "Упало" }, { status: 500 })]) {
    const box = await given(answer);
    expect(box.textContent).toBe("можно");
  }
});
