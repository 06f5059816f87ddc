import type { Handlers } from "../http/handlerTypes.ts";
import {
  createUserView,
  listUserViews,
  readUserView,
  removeUserView,
  updateUserView,
} from "../services/userViews/userViews.ts";

/** Handlers for the saved views of the order lists. */
export const userViewOperations = {
  listUserViews: ({ db, ...user }) => listUserViews(db, user),
  getUserView: ({ db, path, ...user }) => readUserView(db, user, path.id),
  createUserView: ({ db, body, ...user }) => createUserView(db, user, body),
  updateUserView: ({ db, path, seen, body, ...user }) => updateUserView(db, user, { id: path.id, seen }, body),
  deleteUserView: ({ db, path, ...user }) => removeUserView(db, user, path.id),
} satisfies Partial<Handlers>;
