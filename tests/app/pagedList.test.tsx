import { beforeEach, expect, test, vi } from "vitest";
import { PagedList } from "#app/directory/PagedList.tsx";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import { click, mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(stubResizeObserver);

interface Row {
  readonly id: number;
  readonly name: string;
}

test("PagedList — calls the function 'onDone' of a command once, after the command has succeeded", async () => {
  let finish: () => void = () => {};
  const descriptor: PagedQueryDescriptor<Row, "remove"> = {
    page: async () => ({ rows: [{ id: 3, name: "Мельница" }], next: null }),
    commands: {
      remove: () =>
        new Promise<undefined>((resolve) => {
          finish = () => resolve(undefined);
        }),
    },
  };
  const onDone = vi.fn();
  const filters: readonly string[] = [];
  const { services } = givenServices(() => Response.json([]));
  const { box } = await mountWith(
    services,
    <PagedList
      descriptor={descriptor}
      title="Список"
      filters={filters}
      empty="Пусто"
      columns={[{ head: "Название", cell: ({ name }) => name }]}
      links={[]}
      commands={{
        remove: {
          label: "Удалить",
          icon: null,
          title: () => "Удалить?",
          question: () => "Точно?",
          done: ({ name }) => `${name}: удалено.`,
          onDone,
        },
      }}
    />,
  );
  const press = async (name: string, root: ParentNode) => {
    const button = [...root.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(name));
    if (!button) throw new Error(`no button ${name}`);
    await click(button);
  };
  await waitUntil(() => expect(box.querySelector("tr[data-row]")?.textContent).toContain("Мельница"));
  await press("Удалить", box);
  await waitUntil(() => expect(document.querySelector('[role="dialog"] button')).not.toBeNull());
  await press("Да", document);
  expect(onDone).not.toHaveBeenCalled();
  finish();
  await waitUntil(() => expect(onDone).toHaveBeenCalledTimes(1));
});
