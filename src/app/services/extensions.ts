import type { Middleware } from "openapi-fetch";
import type { ExtensionOperation } from "#api/access.d.ts";

const STORED = "missing-extensions";

/** HTTP statuses with which a server answers operations that it does not have. */
const UNKNOWN = new Set([404, 405, 501]);

/** Extension operations and fields (decisions, section 11) that the server is known to lack. */
export interface Extensions {
  /**
   * Middleware that answers calls of missing operations without a request. For a server with only documented fields, it
   * also removes the extension fields from requests.
   */
  readonly middleware: Middleware;
  /** Returns false if the server is known to lack an operation. */
  readonly isOffered: (operation: ExtensionOperation) => boolean;
  /** Returns false if the server is known to send and take only documented fields. */
  readonly hasFields: () => boolean;
  /** Records whether the server has only documented operations and fields. */
  readonly setDocumentedOnly: (isDocumentedOnly: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Known {
  readonly isDocumentedOnly: boolean;
  readonly missing: readonly string[];
}

const readKnown = (): Known => {
  try {
    const { isDocumentedOnly, missing } = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    return { isDocumentedOnly: isDocumentedOnly === true, missing: Array.isArray(missing) ? missing : [] };
  } catch {
    return { isDocumentedOnly: false, missing: [] };
  }
};

// The lists are needed only for servers that lack extensions, so they are loaded on demand.
const loadLists = () => import("./missingExtensions.ts");

/**
 * Creates the record of the extensions that the server lacks. It is stored in the session storage, so that missing
 * operations are not called again after a reload.
 */
export const createExtensions = (): Extensions => {
  let known = readKnown();
  const listeners = new Set<() => void>();
  const keep = (next: Known) => {
    known = next;
    sessionStorage.setItem(STORED, JSON.stringify(known));
    for (const listener of listeners) listener();
  };
  return {
    middleware: {
      onRequest: async ({ request, schemaPath }) => {
        const operation = `${request.method} ${schemaPath}`;
        if (!known.isDocumentedOnly && !known.missing.includes(operation)) return undefined;
        const lists = await loadLists();
        if (lists.isExtension(operation)) return lists.notOffered();
        return lists.withoutExtensions(request, operation);
      },
      onResponse: async ({ request, response, schemaPath }) => {
        if (!UNKNOWN.has(response.status)) return undefined;
        const operation = `${request.method} ${schemaPath}`;
        const lists = await loadLists();
        if (!lists.isExtension(operation) || (await lists.isMissingEntry(response))) return undefined;
        if (!known.missing.includes(operation)) keep({ ...known, missing: [...known.missing, operation] });
        return lists.notOffered();
      },
    },
    hasFields: () => !known.isDocumentedOnly,
    isOffered: (operation) => !known.isDocumentedOnly && !known.missing.includes(operation),
    setDocumentedOnly: (isDocumentedOnly) => {
      if (isDocumentedOnly !== known.isDocumentedOnly) keep({ ...known, isDocumentedOnly });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
