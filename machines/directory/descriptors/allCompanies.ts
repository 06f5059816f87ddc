import { type Api, type Schemas, unwrap } from "#api/client.ts";

const PAGE = 200;
const MAX_PAGES = 20;

/** Reads all companies of the system, at most 4,000. */
export const readAllCompanies = async (api: Api, signal: AbortSignal): Promise<readonly Schemas["AdminCompany"][]> => {
  const rows: Schemas["AdminCompany"][] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE, ...(cursor && { cursor }) };
    const answer = await unwrap(api.GET("/api/Admin/Company", { params: { query }, signal }));
    rows.push(...answer.rows);
    if (answer.next === null) break;
    cursor = answer.next;
  }
  return rows;
};
