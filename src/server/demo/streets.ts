/** Street with its house numbers, for address suggestions and demo customers. */
export interface Street {
  readonly name: string;
  readonly houses: readonly string[];
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
 * Creates the house numbers of the street at `index`, some with a letter or a building number. Every run creates
 * the same numbers.
 */
const housesOf = (index: number): string[] =>
  Array.from(
    { length: 14 + ((index * 7) % 27) },
    (_, at) => `${at * 2 + 1 + (index % 2)}${LETTERS[(at + index) % LETTERS.length]}`,
  );

/** Streets for address suggestions, which ship with the server. */
export const streets: readonly Street[] = NAMES.map((name, index) => ({ name, houses: housesOf(index) }));
