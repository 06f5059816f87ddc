import type { Handlers } from "../http/handlerTypes.ts";
import { isInScopeSql, isVisibleToSql, type Owner } from "../services/catalogue/catalogueScope.ts";
import {
  createCustomField,
  listCustomFields,
  readCustomField,
  removeCustomField,
  updateCustomField,
} from "../services/customFields/customFields.ts";

const companyOwner = (companyId: number): Owner => ({ companyId, companyGroupId: null });
const groupOwner = (companyGroupId: number): Owner => ({ companyId: null, companyGroupId });

/** Handlers for custom fields of categories, dishes and order statuses. */
export const customFieldOperations = {
  listAllCustomFields: ({ db, scope, query }) => listCustomFields(db, isInScopeSql(scope, "d"), query.type),

  listCustomFields: ({ db, company, query }) =>
    listCustomFields(db, isVisibleToSql(companyOwner(company.id), "d"), query.type),
  getCustomField: ({ db, company, path }) =>
    readCustomField(db, isVisibleToSql(companyOwner(company.id), "d"), path.id),
  createCustomField: async ({ db, company, body }) => {
    const owner = companyOwner(company.id);
    return readCustomField(db, isVisibleToSql(owner, "d"), await createCustomField(db, owner, body));
  },
  updateCustomField: async ({ db, company, path, seen, body }) => {
    const owner = companyOwner(company.id);
    await updateCustomField(db, owner, { id: path.id, seen }, body);
    return readCustomField(db, isVisibleToSql(owner, "d"), path.id);
  },
  deleteCustomField: ({ db, company, path }) => removeCustomField(db, companyOwner(company.id), path.id),

  listCustomFieldsOfGroup: ({ db, path, query }) =>
    listCustomFields(db, isVisibleToSql(groupOwner(path.companyGroupId), "d"), query.type),
  getCustomFieldOfGroup: ({ db, path }) =>
    readCustomField(db, isVisibleToSql(groupOwner(path.companyGroupId), "d"), path.id),
  createCustomFieldOfGroup: async ({ db, path, body }) => {
    const owner = groupOwner(path.companyGroupId);
    return readCustomField(db, isVisibleToSql(owner, "d"), await createCustomField(db, owner, body));
  },
  updateCustomFieldOfGroup: async ({ db, path, seen, body }) => {
    const owner = groupOwner(path.companyGroupId);
    await updateCustomField(db, owner, { id: path.id, seen }, body);
    return readCustomField(db, isVisibleToSql(owner, "d"), path.id);
  },
  deleteCustomFieldOfGroup: ({ db, path }) => removeCustomField(db, groupOwner(path.companyGroupId), path.id),
} satisfies Partial<Handlers>;
