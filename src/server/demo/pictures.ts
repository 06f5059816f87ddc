import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { createChance } from "./random.ts";

const SIZE = 160;
const STRIDE = SIZE * 3 + 1;
const PARTS = [0, 1, 2] as const;

type Colour = readonly [red: number, green: number, blue: number];

/** Circle in a picture. The centre and the radius are fractions of the picture size. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}

const parseColour = (hex: string): Colour => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};
const shade = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by];

/**
 * Composes the picture of a dish: a plate, the food and a decoration. The positions depend only on the dish name, so
 * they never change.
 */
const composePlate = (name: string, look: readonly [string, string, string]): Spot[] => {
  const chance = createChance(createHash("sha256").update(name).digest().readUInt32LE());
  const [plate, main, extra] = [parseColour(look[0]), parseColour(look[1]), parseColour(look[2])];
  const count = chance.whole(5, 11);
  const turn = chance.next() * Math.PI;
  const decoration = Array.from({ length: count }, (_, index): Spot => {
    const angle = turn + (index * 2 * Math.PI) / count;
    const distance = 0.06 + 0.17 * chance.next();
    const radius = 0.025 + 0.035 * chance.next();
    const colour = index % 3 === 2 ? shade(main, 0.75) : extra;
    return { x: 0.5 + Math.cos(angle) * distance, y: 0.5 + Math.sin(angle) * distance, radius, colour };
  });
  return [
    { x: 0.5, y: 0.52, radius: 0.45, colour: shade(plate, 0.82) },
    { x: 0.5, y: 0.5, radius: 0.44, colour: [255, 255, 255] },
    { x: 0.5, y: 0.5, radius: 0.36, colour: shade(plate, 0.97) },
    { x: 0.5, y: 0.5, radius: 0.29, colour: shade(main, 0.86) },
    { x: 0.49, y: 0.49, radius: 0.27, colour: main },
    ...decoration,
  ];
};

/** Draws a circle with an anti-aliased edge over the picture. */
const drawSpot = (rows: Buffer, { x, y, radius, colour }: Spot): void => {
  const scope = radius * SIZE;
  const [middle, centre] = [x * SIZE - 0.5, y * SIZE - 0.5];
  const inside = (value: number): number => Math.min(SIZE - 1, Math.max(0, Math.round(value)));
  for (let row = inside(centre - scope); row <= inside(centre + scope); row++)
    for (let column = inside(middle - scope); column <= inside(middle + scope); column++) {
      const cover = Math.min(1, scope + 0.5 - Math.hypot(column - middle, row - centre));
      if (cover <= 0) continue;
      const at = row * STRIDE + 1 + column * 3;
      for (const part of PARTS)
        rows[at + part] = Math.round((rows[at + part] ?? 0) * (1 - cover) + colour[part] * cover);
    }
};

/** Draws the circles and returns the pixels row by row. Each row starts with the filter byte 0 that PNG requires. */
const drawPixels = (spots: readonly Spot[], ground: Colour): Buffer => {
  const rows = Buffer.alloc(SIZE * STRIDE);
  for (let row = 0; row < SIZE; row++)
    for (let at = 0; at < SIZE * 3; at++) rows[row * STRIDE + 1 + at] = Math.round(ground[PARTS[at % 3] ?? 0]);
  for (const spot of spots) drawSpot(rows, spot);
  return rows;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
};

const png = (rows: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** Derives a UUID from the SHA-256 hash of the bytes. */
const uuidOf = (bytes: Buffer): string => {
  const hex = createHash("sha256").update(bytes).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Draws the picture of a dish as a PNG file. The id and the picture depend only on the dish name and the colours of its
 * category.
 */
export const drawDish = (name: string, look: readonly [string, string, string]): { id: string; bytes: Buffer } => {
  const bytes = png(drawPixels(composePlate(name, look), shade(parseColour(look[0]), 0.93)));
  return { id: uuidOf(bytes), bytes };
};
