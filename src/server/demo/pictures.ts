import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { createChance } from "./random.ts";

const SIZE = 160;
const SAMPLES = [0.25, 0.75];

type Colour = readonly [red: number, green: number, blue: number];

/** A round spot: centre and radius in parts of the picture. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}

const read = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
const shade = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by];

/** A plate with a dish and its decoration; the name decides where the spots lie. */
const compose = (name: string, look: readonly [string, string, string]): Spot[] => {
  const chance = createChance(createHash("sha256").update(name).digest().readUInt32LE());
  const [plate, main, extra] = [read(look[0]), read(look[1]), read(look[2])];
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

const colourAt = (spots: readonly Spot[], ground: Colour, x: number, y: number): Colour =>
  spots.findLast((spot) => (x - spot.x) ** 2 + (y - spot.y) ** 2 < spot.radius ** 2)?.colour ?? ground;

const paint = (spots: readonly Spot[], ground: Colour): Buffer => {
  const rows = Buffer.alloc(SIZE * (SIZE * 3 + 1));
  let at = 0;
  for (let row = 0; row < SIZE; row++) {
    at++;
    for (let column = 0; column < SIZE; column++) {
      const sum = [0, 0, 0];
      for (const dy of SAMPLES)
        for (const dx of SAMPLES) {
          const colour = colourAt(spots, ground, (column + dx) / SIZE, (row + dy) / SIZE);
          for (const part of [0, 1, 2] as const) sum[part] = (sum[part] ?? 0) + colour[part];
        }
      for (const part of sum) rows[at++] = Math.round(part / 4);
    }
  }
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

/** A UUID made of what it names. */
const uuidOf = (bytes: Buffer): string => {
  const hex = createHash("sha256").update(bytes).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** A picture of a dish as PNG, drawn from its name and the colours of its category. */
export const drawDish = (name: string, look: readonly [string, string, string]): { id: string; bytes: Buffer } => {
  const bytes = png(paint(compose(name, look), shade(read(look[0]), 0.93)));
  return { id: uuidOf(bytes), bytes };
};
