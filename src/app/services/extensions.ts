import type { Middleware } from "openapi-fetch";
import type { ExtensionOperation } from "#api/access.d.ts";

const STORED = "missing-extensions";

/** Statuses of a server that does not know an operation. */
const UNKNOWN = new Set([404, 405, 501]);

/** Extensions that the server lacks, of operations and fields which the documents do not have (decisions, section 11). */
export interface Extensions {
  /** Middleware that sends no request for a missing operation, and removes the fields that the server does not know from a request. */
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

// Most servers lack no extension, so their pages do not load the lists.
const loadLists = () => import("./missingExtensions.ts");

/** Returns the extensions as this tab knows them. What is missing is kept in the session storage, so that a reload asks for nothing again. */
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
