import { formatMoney } from "#domain/money.ts";
import type { SandboxInvoice } from "../providers/sandbox.ts";
import { escapeHtml, renderPage } from "./html.ts";

const choice = (token: string): string => `
<form method="post" action="/sandbox/invoice/${token}/pay"><button class="main">Оплатить</button></form>
<form method="post" action="/sandbox/invoice/${token}/decline"><button>Отказаться</button></form>
<p>Это учебная страница: деньги не списываются.</p>`;

const back = ({ returnUrl }: SandboxInvoice): string =>
  returnUrl === null ? "Эту страницу можно закрыть." : `<a href="${escapeHtml(returnUrl)}">Вернуться к заказу</a>`;

const outcome: Record<SandboxInvoice["status"], (invoice: SandboxInvoice) => string> = {
  pending: ({ token }) => choice(escapeHtml(token)),
  succeeded: (invoice) => `<p class="good">Счёт оплачен</p><p>Спасибо! ${back(invoice)}</p>`,
  canceled: (invoice) => `<p class="bad">Счёт отменён</p><p>Оплатить его больше нельзя. ${back(invoice)}</p>`,
};

/** Renders the payment page of a sandbox invoice, on which the payer pays or declines. */
export const renderInvoicePage = (invoice: SandboxInvoice): string =>
  renderPage(
    "Счёт на оплату",
    `<main class="card">
<h1>Счёт на оплату</h1>
<p>${escapeHtml(invoice.title)}</p>
<p class="sum">${escapeHtml(formatMoney(invoice.amount))}</p>
${outcome[invoice.status](invoice)}
</main>`,
  );
