import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import type { TableFile } from "#machines/catalogue/itemImport.ts";
import { type PackingListTable, readPackingTable } from "#machines/directory/descriptors/packingLists.ts";

/**
 * Returns the actor that sends a table file to the server, which parses the lines and returns them without storing
 * them.
 */
export const lineTableActors = (
  { api, newKey }: { readonly api: Api; readonly newKey: () => string },
  companyId: number,
) => ({
  read: fromPromise<PackingListTable, { readonly file: TableFile | undefined }>(({ input: { file }, signal }) => {
    if (!(file instanceof Blob)) throw new Error("No file was chosen");
    const form = new FormData();
    form.set("file", file);
    return readPackingTable(api, { companyId, key: newKey() }, form, signal);
  }),
});
