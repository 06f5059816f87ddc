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

/** Areas whose operations no manager can allow to a user without the permission (areas, section 13). */
const NEVER_OVERRIDABLE =
  /^\/api\/(RoleCompany|Company|CompanyGroup|Invitation|Account|Admin|OperatorPhone\/\{id\}|Finance\/)/;

/** Returns the overridable operations as "METHOD path". Throws for an operation that must not be overridable. */
const listOverridable = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]?.["x-overridable"]).map((method) => {
      const isWrite = method !== "get" && path.includes("{companyId}");
      if (!isWrite || NEVER_OVERRIDABLE.test(path)) throw new Error(`${method} ${path} must not be overridable`);
      return `${method.toUpperCase()} ${path}`;
    }),
  );

const writeUnion = (names) => names.map((name) => `  | ${JSON.stringify(name)}`).join("\n");

/**
 * Returns the source text of `src/api/access.d.ts`. The file contains three types: the kind of access of each
 * operation, the operations that are extensions, and the operations that a manager may allow.
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
${writeUnion(listExtensionOperations(description))};

/** Operation that a manager may allow to a user without the permission, as "METHOD path". */
export type OverridableOperation =
${writeUnion(listOverridable(description))};
`;
};
