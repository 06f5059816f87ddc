import type { GeoPoint } from "#domain/geometry.ts";

/** Street of the invented demo town: the house numbers, and the two ends of the street on the map. */
export interface Street {
  readonly name: string;
  readonly houses: readonly string[];
  readonly ends: readonly [GeoPoint, GeoPoint];
}

const NAMES = [
  "ул. Садовая",
  "ул. Ленина",
  "ул. Мира",
  "ул. Гагарина",
  "ул. Пушкина",
  "ул. Лесная",
  "ул. Набережная",
  "ул. Советская",
  "ул. Молодёжная",
  "ул. Центральная",
  "ул. Школьная",
  "ул. Новая",
  "ул. Заречная",
  "ул. Зелёная",
  "ул. Полевая",
  "ул. Луговая",
  "ул. Октябрьская",
  "ул. Комсомольская",
  "ул. Первомайская",
  "ул. Кирова",
  "ул. Чехова",
  "ул. Толстого",
  "ул. Лермонтова",
  "ул. Гоголя",
  "ул. Некрасова",
  "ул. Тургенева",
  "ул. Островского",
  "ул. Маяковского",
  "ул. Есенина",
  "ул. Королёва",
  "ул. Циолковского",
  "ул. Менделеева",
  "ул. Ломоносова",
  "ул. Суворова",
  "ул. Кутузова",
  "ул. Чапаева",
  "ул. Дзержинского",
  "ул. Жукова",
  "ул. Победы",
  "ул. Строителей",
  "ул. Железнодорожная",
  "ул. Вокзальная",
  "ул. Речная",
  "ул. Озёрная",
  "ул. Солнечная",
  "ул. Весенняя",
  "ул. Берёзовая",
  "ул. Рябиновая",
  "ул. Вишнёвая",
  "ул. Яблоневая",
  "пр. Мира",
  "пр. Победы",
  "пр. Космонавтов",
  "пр. Строителей",
  "пер. Садовый",
  "пер. Речной",
  "пер. Школьный",
  "пер. Почтовый",
  "бул. Цветной",
  "бул. Строителей",
  "наб. Речная",
  "пл. Вокзальная",
  "ш. Загородное",
  "ул. Спортивная",
] as const;

const LETTERS = ["", "", "", "а", "", "к1", "", "б", "", "к2"];

/**
 * Creates the house numbers of the street at `index`, some with a letter or a building number. Returns the same numbers
 * in every run.
 */
const housesOf = (index: number): string[] =>
  Array.from(
    { length: 14 + ((index * 7) % 27) },
    (_, at) => `${at * 2 + 1 + (index % 2)}${LETTERS[(at + index) % LETTERS.length]}`,
  );

const SOUTH_WEST: GeoPoint = { lat: 56.84, lon: 35.86 };
const SIZE: GeoPoint = { lat: 0.04, lon: 0.08 };
/** Slant of the streets as a fraction of the town's size. */
const SLANT = 0.04;

/** Returns a point of the town. `east` and `north` are 0 at the south-western corner and 1 at the opposite corner. */
const pointAt = (east: number, north: number): GeoPoint => ({
  lat: Math.round((SOUTH_WEST.lat + SIZE.lat * north) * 1e6) / 1e6,
  lon: Math.round((SOUTH_WEST.lon + SIZE.lon * east) * 1e6) / 1e6,
});

/**
 * Returns the ends of the street at `index`. Streets with an even index run from west to east, others from south to
 * north.
 */
const endsOf = (index: number): [GeoPoint, GeoPoint] => {
  const at = (Math.floor(index / 2) + 0.5) / Math.ceil(NAMES.length / 2);
  return index % 2 === 0
    ? [pointAt(0, at), pointAt(1, Math.min(1, at + SLANT))]
    : [pointAt(at, 0), pointAt(Math.max(0, at - SLANT), 1)];
};

/** Streets for address suggestions. The streets ship with the server. */
export const streets: readonly Street[] = NAMES.map((name, index) => ({
  name,
  houses: housesOf(index),
  ends: endsOf(index),
}));

/**
 * Returns the coordinates of a house, or null if the street has no such house. The houses of a street are evenly
 * spaced.
 */
export const pointOfHouse = ({ houses, ends: [from, to] }: Street, house: string): GeoPoint | null => {
  const index = houses.indexOf(house);
  if (index < 0) return null;
  const share = (index + 0.5) / houses.length;
  return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share };
};
