import { listExtensionOperations } from "./extensions.mjs";

const METHODS = ["get", "put", "post", "patch", "delete"];

const accessOf = (path, { operationId, "x-permission": permission }) => {
  if (permission === "public") return "public";
  if (permission === "admin" && path.includes("{companyId}"))
    throw new Error(`${operationId}: an operation of the administrator has no company`);
  if (path.includes("{companyId}")) return "company";
  if (permission === "admin" || permission === "company.create") return "user";
  return permission === "authenticated" && !path.includes("{companyGroupId}") ? "user" : "catalogue";
};

/**
 * Returns the source text of `src/api/access.d.ts`. It contains two types: the kind of access of each operation, and
 * the operations that are extensions.
 */
export const writeOperationAccess = (description) => {
  const members = Object.entries(description.paths)
    .flatMap(([path, item]) =>
      METHODS.flatMap((method) =>
        item[method] ? [`  ${item[method].operationId}: "${accessOf(path, item[method])}";\n`] : [],
      ),
    )
    .sort();
  return `// Generated from the description's paths and x-permission by "npm run generate".

/**
 * Data about the caller that the handler of each operation receives. "public": none. "user": the user. "catalogue": the user, and the
 * companies and groups whose catalogues the user may use. "company": the user, and the company in the path.
 */
export interface OperationAccess {
${members.join("")}}

/** Extension operation, which is an operation that is not in the documents, as "METHOD path". */
export type ExtensionOperation =
${listExtensionOperations(description)
  .map((name) => `  | ${JSON.stringify(name)}`)
  .join("\n")};
`;
};
