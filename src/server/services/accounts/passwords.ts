import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

const COST: ScryptOptions = { N: 16384, r: 8, p: 1 };
const LENGTH = 32;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, LENGTH, COST, (failure, key) => (failure ? reject(failure) : resolve(key)));
  });

/** Returns the salted scrypt hash of a password in the stored format. */
export const hashPassword = async (password: string, salt: Buffer = randomBytes(16)): Promise<string> =>
  `${salt.toString("base64")}:${(await derive(password, salt)).toString("base64")}`;

const emptyHash = `${Buffer.alloc(16).toString("base64")}:${Buffer.alloc(LENGTH).toString("base64")}`;

/**
 * Returns true if the password matches the stored hash. The check takes the same time without a stored hash, so that
 * the duration does not reveal which users exist.
 */
export const verifyPassword = async (password: string, stored: string | null | undefined): Promise<boolean> => {
  const [salt = "", hash = ""] = (stored ?? emptyHash).split(":");
  const key = await derive(password, Buffer.from(salt, "base64"));
  return timingSafeEqual(key, Buffer.from(hash, "base64")) && Boolean(stored);
};
