// Script of the public shop. Without it, the forms of the pages still work. It needs no sign-in and does not use React.
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
