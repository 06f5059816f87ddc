import type { FastifyRequest } from "fastify";
import type { Db } from "../database/connection.ts";
import { describeRequest } from "../services/overrides/describeRequest.ts";
import { findGrant, type PermissionGrant } from "../services/overrides/overrideGrants.ts";
import { areGrantable, signRefused, titleOfPermission } from "../services/overrides/refusedRequest.ts";
import { type CompanyScope, hasModule } from "../services/session/caller.ts";
import { DomainError, Forbidden, PermissionMissing } from "../services/shared/domainErrors.ts";
import { type Access, refusalOf } from "./authorize.ts";
import type { Context } from "./context.ts";
import { type DescribedOperation, isNode, type Node } from "./description.ts";
import { hashRequest } from "./requestHash.ts";

/** Result of the access check for a path with a company. */
type CompanyAccess = Access & { readonly company: CompanyScope };

const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
};

/**
 * Returns the access to the company if a manager can allow the operation, otherwise undefined. The operation must be
 * overridable, the module `overrides` must be on in the company, and the server must not be limited to the documented
 * operations.
 */
const overridableAccess = (
  { config }: Context,
  operation: DescribedOperation,
  { access }: FastifyRequest,
): CompanyAccess | undefined =>
  operation.isOverridable && !config.documentedOnly && access?.company && hasModule(access.company, "overrides")
    ? { ...access, company: access.company }
    : undefined;

const withGrant = ({ missing, company, ...access }: CompanyAccess, grant: PermissionGrant): Access => {
  const raised = Object.entries(grant.needed).map(([name, value]): [string, number] => [
    name,
    Math.max(value, company.permissions[name] ?? 0),
  ]);
  const permissions = { ...company.permissions, ...Object.fromEntries(raised) };
  const isHeld = missing === undefined || (permissions[missing] ?? 0) > 0;
  return { ...access, company: { ...company, permissions }, ...(!isHeld && { missing }) };
};

/**
 * Finds the grant for the request, adds the permissions of the grant to the access of the request, and returns the
 * grant. Returns undefined if the request has no grant. Throws `PermissionMissing` if the caller still lacks the
 * permission of the operation.
 */
export const applyGrant = async (
  context: Context,
  operation: DescribedOperation,
  request: FastifyRequest,
): Promise<PermissionGrant | undefined> => {
  const access = overridableAccess(context, operation, request);
  const token = headerOf(request, "x-override-token");
  const grant =
    access && (token !== undefined || access.missing !== undefined)
      ? await findGrant(context.root, {
          sessionId: access.caller.sessionId,
          companyId: access.company.id,
          operation: operation.id,
          digest: hashRequest(operation, request),
          token,
          key: headerOf(request, "idempotency-key"),
        })
      : undefined;
  if (access && grant) request.access = withGrant(access, grant);
  const missing = request.access?.missing;
  if (missing !== undefined) throw new PermissionMissing(refusalOf(missing), { [missing]: 1 });
  return grant;
};

/**
 * Returns the error for the client: a `PermissionMissing` that a manager can remedy becomes a `Forbidden` with a
 * challenge and a summary of the action. Any other error is returned unchanged.
 */
export const offerOverride = async (
  context: Context,
  operation: DescribedOperation,
  request: FastifyRequest,
  { failure, grant }: { readonly failure: unknown; readonly grant: PermissionGrant | undefined },
): Promise<unknown> => {
  const access = overridableAccess(context, operation, request);
  if (!access || !(failure instanceof PermissionMissing)) return failure;
  const needed = { ...grant?.needed, ...failure.needed };
  const [code] = Object.keys(failure.needed);
  if (code === undefined || !areGrantable(needed)) return failure;
  const params = nodeOf(request.params);
  const { root, tokens }: { root: Db; tokens: Context["tokens"] } = context;
  const parts = { companyId: access.company.id, operation: operation.id, params, body: nodeOf(request.body) };
  const summary = await describeRequest(root, parts);
  const challenge = await signRefused(tokens, {
    sessionId: access.caller.sessionId,
    companyId: access.company.id,
    operation: operation.id,
    digest: hashRequest(operation, request),
    needed,
    orderId: params["orderId"] === undefined ? null : Number(params["orderId"]),
    summary,
  });
  return new Forbidden(failure.message, undefined, {
    overridable: true,
    operationId: operation.id,
    permission: { code, title: titleOfPermission(code) },
    summary,
    challenge,
  });
};

/**
 * Returns the error that the client gets for a failed request. A caller who lacks the permission of the operation gets
 * `Forbidden` instead of an error about the content of the request.
 */
export const concealInputErrors = (failure: Error, { access }: FastifyRequest): Error => {
  const isInputError =
    "validation" in failure || (failure instanceof DomainError && failure.kind === "invalid") || "status" in failure;
  return access?.missing !== undefined && isInputError ? new Forbidden(refusalOf(access.missing)) : failure;
};
