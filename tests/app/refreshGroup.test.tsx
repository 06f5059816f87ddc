import { expect, test, vi } from "vitest";
import { useGroupMember, useRefreshGroup } from "#app/shared/useRefreshGroup.ts";
import { click, find, mount } from "../support/app/mount.tsx";

const Member = ({ group, refresh }: { group: ReturnType<typeof useRefreshGroup>; refresh: () => void }) => {
  useGroupMember(group, { refresh });
  return null;
};

const Screen = ({ refreshes }: { refreshes: Readonly<Record<string, () => void>> }) => {
  const group = useRefreshGroup();
  return (
    <>
      <button type="button" onClick={group.refresh} />
      {Object.entries(refreshes).map(([name, refresh]) => (
        <Member key={name} group={group} refresh={refresh} />
      ))}
    </>
  );
};

test("useRefreshGroup — refreshes all mounted components of the group with one button", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { render } = await mount(<Screen refreshes={{ first, second }} />);
  await click(find("button"));
  await render(<Screen refreshes={{ first }} />);
  await click(find("button"));
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1]);
});
