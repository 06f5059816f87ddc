import type { Middleware } from "openapi-fetch";
import type { ExtensionOperation } from "#api/access.d.ts";

const STORED = "missing-extensions";

/** HTTP statuses with which a server answers an operation that it does not have. */
const UNKNOWN = new Set([404, 405, 501]);

/**
 * Record of the extensions of the documented API (operations and fields) that the server does not have (decisions,
 * section 11).
 */
export interface Extensions {
  /**
   * Middleware that records an operation as missing if the server does not know it, and then answers its calls without
   * the server. If the server implements only the documented API, the middleware also removes extensions and
   * idempotency keys from requests.
   */
  readonly middleware: Middleware;
  /** Returns false if an earlier answer showed that the server does not have the operation. */
  readonly isOffered: (operation: ExtensionOperation) => boolean;
  /** Returns false if an earlier answer showed that the server implements only the documented API. */
  readonly hasFields: () => boolean;
  /** Stores the flag that the server implements only the documented API. */
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

// The lists of all extensions are needed only if the server may lack an operation, so they are loaded on demand.
const loadLists = () => import("./missingExtensions.ts");

/**
 * Creates the record of extensions that the server does not have. The record is kept in session storage, so that a
 * reload does not call missing operations again.
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
