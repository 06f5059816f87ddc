import { beforeEach, expect, test, vi } from "vitest";
import { AddressCombobox } from "#app/screens/orders/editor/AddressCombobox.tsx";
import { find, focus, mount } from "../support/app/mount.tsx";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(stubResizeObserver);

test("AddressCombobox — offers each suggestion once, even a suggestion that equals the typed text", async () => {
  const report = vi.spyOn(console, "error");
  const options = ["ул. Садовая", "ул. Лесная", "ул. Лесная"];
  await mount(
    <AddressCombobox label="Улица" value="ул. Садовая" error={undefined} options={options} onText={() => {}} />,
  );
  await focus(find('[role="combobox"]'));
  await vi.waitFor(() => find('[role="option"]'), { timeout: 30_000 });
  const offered = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
  expect(offered).toEqual(["ул. Садовая", "ул. Лесная"]);
  expect(report).not.toHaveBeenCalled();
});
