import type { Sharp } from "sharp";
import { DomainError, Invalid, TooLarge } from "../shared/domainErrors.ts";

/** Maximum size of an uploaded picture, bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

const MAX_SIDE = 8_000;
const STORED_SIDE = 1_600;
const SECONDS = 10;
const AT_ONCE = 2;

/**
 * Returns true if a file begins with the signature of JPEG, PNG, GIF or WebP. SVG is not accepted, because it can
 * contain scripts.
 */
const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
  bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")) ||
  /^GIF8[79]a/.test(bytes.toString("latin1", 0, 6)) ||
  (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP");

const invalidPicture = (why: string) => new Invalid(why, { data: why });

const openPicture = async (bytes: Buffer): Promise<Sharp> => {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
    ],
  });
  return sharp(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, sequentialRead: true, failOn: "error" });
};

const convert = async (bytes: Buffer): Promise<Buffer> => {
  const picture = await openPicture(bytes);
  const { width, height } = await picture.metadata();
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw invalidPicture("Картинка больше 8 000 точек по стороне. Уменьшите её.");
  return picture
    .autoOrient()
    .resize(STORED_SIDE, STORED_SIDE, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 84 })
    .timeout({ seconds: SECONDS })
    .toBuffer();
};

let runningCount = 0;
const waiting: (() => void)[] = [];

/** Runs at most two picture conversions at the same time, because each may need 200 MB of memory. */
const limitConcurrency = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  while (runningCount >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  runningCount += 1;
  try {
    return await work();
  } finally {
    runningCount -= 1;
    waiting.shift()?.();
  }
};

/**
 * Converts a picture to WebP of at most 1,600 px per side, without metadata. Throws `TooLarge` for a file of more than
 * 5 MB, and `Invalid` for more than 8,000 px per side, for a damaged picture and for a file that is not a picture.
 */
export const reencodePicture = async (bytes: Buffer): Promise<{ mime: string; bytes: Buffer }> => {
  if (bytes.length > MAX_PICTURE_BYTES) throw new TooLarge("Картинка больше 5 МБ. Выберите поменьше.");
  if (!isPicture(bytes)) throw invalidPicture("Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.");
  try {
    return { mime: "image/webp", bytes: await limitConcurrency(() => convert(bytes)) };
  } catch (failure) {
    if (failure instanceof DomainError) throw failure;
    const isLarge = failure instanceof Error && /pixel limit/i.test(failure.message);
    throw invalidPicture(
      isLarge ? "Картинка больше 8 000 точек по стороне. Уменьшите её." : "Файл картинки повреждён. Выберите другой.",
    );
  }
};
