import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const PLAIN = "plain";
const SEALED = "sealed";
const CIPHER = "aes-256-gcm";

const keyOf = (passphrase: string): Buffer => createHash("sha256").update(passphrase).digest();

/**
 * Encrypts a secret, so that a dump of the database alone does not reveal the secret. Without a passphrase, returns the
 * secret in plain text, after the prefix `plain:`.
 */
export const seal = (secret: string, passphrase: string | undefined): string => {
  if (passphrase === undefined) return `${PLAIN}:${secret}`;
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(passphrase), iv);
  const parts = [cipher.update(secret, "utf8"), cipher.final()];
  return [SEALED, iv, cipher.getAuthTag(), Buffer.concat(parts)]
    .map((part) => (typeof part === "string" ? part : part.toString("base64")))
    .join(":");
};

/**
 * Returns a secret from its stored form, decrypted unless it is stored in plain text. Throws `Error` if the stored form
 * is damaged, or if the passphrase for the decryption is missing or differs from the passphrase of the encryption.
 */
export const unseal = (stored: string, passphrase: string | undefined): string => {
  const [kind, ...parts] = stored.split(":");
  if (kind === PLAIN) return parts.join(":");
  if (passphrase === undefined) throw new Error("TOTP_KEY is missing, with which the secrets were encrypted");
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, "base64"));
  if (kind !== SEALED || !iv || !tag || !text) throw new Error("A stored secret is damaged");
  const decipher = createDecipheriv(CIPHER, keyOf(passphrase), iv).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
};
