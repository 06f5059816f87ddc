import type { Sharp } from "sharp";
import { DomainError, Invalid, TooLarge } from "../shared/domainErrors.ts";

/** Most bytes of a picture that is sent. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

const MAX_SIDE = 8_000;
const STORED_SIDE = 1_600;
const SECONDS = 10;
const AT_ONCE = 2;

/** First bytes of the kinds that are taken. SVG has none of them: it is a document with scripts, not a picture. */
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

const redraw = async (bytes: Buffer): Promise<Buffer> => {
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

let atWork = 0;
const waiting: (() => void)[] = [];

/** At most two pictures are drawn at a time: each may take 200 MB for a moment. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  while (atWork >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  atWork += 1;
  try {
    return await work();
  } finally {
    atWork -= 1;
    waiting.shift()?.();
  }
};

/**
 * A picture as it is stored: drawn anew as WebP, at most 1,600 px a side, without metadata or anything that hides behind the image.
 * Throws `Invalid` for what is no picture by its content, is broken, or is larger than is allowed.
 */
export const reencodePicture = async (bytes: Buffer): Promise<{ mime: string; bytes: Buffer }> => {
  if (bytes.length > MAX_PICTURE_BYTES) throw new TooLarge("Картинка больше 5 МБ. Выберите поменьше.");
  if (!isPicture(bytes)) throw invalidPicture("Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.");
  try {
    return { mime: "image/webp", bytes: await inTurn(() => redraw(bytes)) };
  } catch (failure) {
    if (failure instanceof DomainError) throw failure;
    const isLarge = failure instanceof Error && /pixel limit/i.test(failure.message);
    throw invalidPicture(
      isLarge ? "Картинка больше 8 000 точек по стороне. Уменьшите её." : "Файл картинки повреждён. Выберите другой.",
    );
  }
};
