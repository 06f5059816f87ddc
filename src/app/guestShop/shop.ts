// Script of the public shop, for guests without a sign-in. The forms of the pages also work without the script.
import { startCartPage } from "./cartPage.ts";
import { startMenuPage } from "./menuPage.ts";
import { startStatusPage } from "./statusPage.ts";

const main = document.querySelector<HTMLElement>("main[data-page]");
const pages: Readonly<Record<string, (main: HTMLElement) => void>> = {
  menu: startMenuPage,
  cart: startCartPage,
  status: startStatusPage,
};
if (main) pages[main.dataset["page"] ?? ""]?.(main);
