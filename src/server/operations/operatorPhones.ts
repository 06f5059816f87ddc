import type { Handlers } from "../http/handlerTypes.ts";
import {
  createOperatorPhone,
  listOperatorPhones,
  readOperatorPhone,
  removeOperatorPhone,
  resetOperatorPhoneToken,
  updateOperatorPhone,
} from "../services/configuration/operatorPhones.ts";
import { createTrackerLink } from "../services/configuration/trackerLinks.ts";

/** Handlers for operator phones and for linking them to call trackers. */
export const operatorPhoneOperations = {
  listOperatorPhones: ({ db, company }) => listOperatorPhones(db, company.id),
  getOperatorPhone: ({ db, company, path }) => readOperatorPhone(db, company.id, path.id),
  createOperatorPhone: ({ db, company, body }) => createOperatorPhone(db, company.id, body),
  updateOperatorPhone: ({ db, company, path, seen, body }) =>
    updateOperatorPhone(db, company.id, { id: path.id, seen }, body),
  deleteOperatorPhone: ({ db, company, path }) => removeOperatorPhone(db, company.id, path.id),
  resetOperatorPhoneToken: ({ db, company, path }) => resetOperatorPhoneToken(db, company.id, path.id),
  createOperatorPhoneLink: ({ db, company, path }) => createTrackerLink(db, company.id, path.id, new Date()),
} satisfies Partial<Handlers>;
