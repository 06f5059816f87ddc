import { createHmac, randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Number of time steps by which the clock of a phone may deviate. Codes of these steps are also accepted. */
const TOLERANCE = 1;

/** Returns bytes as base32 (RFC 4648) without padding. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
};

/** Returns the bytes of a base32 text without padding. */
export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Returns a random secret of 160 bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

/** Returns the code of a time step (RFC 6238 with HMAC-SHA-1 and 6 digits, which all authenticator apps support). */
export const codeOfStep = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, "0");
};

/** Returns the number of the time step that contains the time `now`, given in milliseconds since 1970. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_SECONDS);

/** Returns the time step of a valid code, or undefined for an invalid or outdated code. */
export const findStep = (secret: string, code: string, now: number): number | undefined => {
  const current = stepAt(now);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step++)
    if (codeOfStep(secret, step) === code) return step;
  return undefined;
};

/** Returns the URI that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, issuer: string, userName: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userName)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
};
