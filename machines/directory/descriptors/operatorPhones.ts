import { type Schemas, unwrap } from "#api/client.ts";
import type { Colour } from "#domain/colour.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { rethrowAsDoubt } from "#machines/directory/directory.actors.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type OperatorPhoneRow = Schemas["OperatorPhone"];

/**
 * Callback that shows a new token of a phone. The server sends the token only once, and a machine's context must not
 * contain secrets.
 */
export type RevealToken = (phone: { readonly number: string; readonly token: string }) => void;

/**
 * Callback that shows the code of a one-time link. A machine's context must not contain the code, because it is a
 * secret.
 */
export type RevealLink = (link: Schemas["OperatorPhoneLink"]) => void;

export type OperatorPhoneCommand = "link" | "resetToken" | "remove";

/** Returns the descriptor of the list of a company's operator phones. */
export const operatorPhoneDirectory = (
  reveal: RevealToken,
  revealLink: RevealLink,
): DirectoryDescriptor<CompanyPath, OperatorPhoneRow, OperatorPhoneCommand> => ({
  name: "operatorPhones",
  permission: () => "settings.edit",
  list: (api, path, signal) =>
    unwrap(api.GET("/api/OperatorPhone/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
  commands: {
    link: async (api, { companyId }, { id }, signal) => {
      const params = { path: { companyId, id } };
      revealLink(await unwrap(api.POST("/api/OperatorPhone/{id}/Company/{companyId}/Link", { params, signal })));
    },
    resetToken: async (api, { companyId }, { id }, signal) => {
      const params = { path: { companyId, id } };
      const reset = unwrap(api.POST("/api/OperatorPhone/{id}/Company/{companyId}/ResetToken", { params, signal }));
      reveal(await reset.catch(rethrowAsDoubt));
    },
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(
        api.DELETE("/api/OperatorPhone/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      ),
  },
});

/** Draft of an operator phone. An empty string means that the field has no value. */
export interface OperatorPhoneDraft {
  number: string;
  color: Colour | "";
  name: string;
}

/** Returns the descriptor of the operator phone editor. `reveal` shows the token of a new phone. */
export const operatorPhoneEditor = (reveal: RevealToken): EditorDescriptor<CompanyPath, OperatorPhoneDraft> => ({
  name: "operatorPhone",
  permission: () => "settings.edit",
  loadChoices: async () => undefined,
  blank: () => ({ number: "", color: "", name: "" }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { number, color, name, version } = await unwrap(
      api.GET("/api/OperatorPhone/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { number, color: color ?? "", name: name ?? "" }, version };
  },
  save: async (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { number: draft.number, color: draft.color || null, name: draft.name || null, companyId };
    if (id === undefined) {
      const params = { path: { companyId } };
      const added = unwrap(api.POST("/api/OperatorPhone/Company/{companyId}", { params, body, signal }));
      const phone = await added.catch(rethrowAsDoubt);
      reveal(phone);
      return phone;
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    const change = { ...body, id: Number(id) };
    return unwrap(api.PUT("/api/OperatorPhone/{id}/Company/{companyId}", { params, body: change, signal }));
  },
});
