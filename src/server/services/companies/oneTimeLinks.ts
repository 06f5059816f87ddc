import type { Db } from "../../database/connection.ts";
import { readPasswordLink, setPassword } from "../accounts/passwordLinks.ts";
import { createInvitedAccount, readInvitationLink } from "./invitations.ts";

/** User name for which a one-time link sets the password. An invitation also has `companyName` and `roleName`. */
export interface OneTimeLink {
  readonly userName: string;
  readonly companyName?: string;
  readonly roleName?: string;
}

/**
 * Reads a one-time link, which is an invitation or a password link. Throws `NotFound` with advice when the link is
 * invalid.
 */
export const readOneTimeLink = async (db: Db, secret: string): Promise<OneTimeLink> =>
  (await readInvitationLink(db, secret)) ?? readPasswordLink(db, secret);

/**
 * Sets the password of the user of a password link or, for an invitation, creates the account of the invited user with
 * this password. Throws the errors of `setPassword` and `createInvitedAccount`.
 */
export const setPasswordByLink = async (tx: Db, secret: string, password: string): Promise<void> => {
  if (await readInvitationLink(tx, secret)) await createInvitedAccount(tx, secret, password);
  else await setPassword(tx, secret, password);
};
