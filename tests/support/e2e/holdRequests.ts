import type { Page } from "@playwright/test";

/** Selects the requests that `holdRequests` holds: the requests to a URL, with any method or with one method. */
interface HeldRequests {
  readonly url: string | RegExp;
  readonly method?: string;
}

/**
 * Holds requests of the page. The returned function continues them and awaits a response; later requests are no longer
 * held.
 */
export const holdRequests = async (page: Page, { url, method }: HeldRequests): Promise<() => Promise<void>> => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await opened;
    await route.fallback();
  });
  return async () => {
    const response = page.waitForResponse(url);
    open();
    await (await response).finished();
  };
};
