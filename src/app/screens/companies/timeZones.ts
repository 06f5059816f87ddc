/**
 * Russian city names of the most used time zones. Time zones of Russia come first, then time zones of neighbouring
 * countries.
 */
const cities: Readonly<Record<string, string>> = {
  "Europe/Kaliningrad": "Калининград",
  "Europe/Moscow": "Москва, Санкт-Петербург",
  "Europe/Samara": "Самара",
  "Europe/Saratov": "Саратов",
  "Europe/Volgograd": "Волгоград",
  "Asia/Yekaterinburg": "Екатеринбург, Челябинск, Уфа, Пермь, Тюмень",
  "Asia/Omsk": "Омск",
  "Asia/Novosibirsk": "Новосибирск",
  "Asia/Tomsk": "Томск",
  "Asia/Barnaul": "Барнаул",
  "Asia/Krasnoyarsk": "Красноярск, Кемерово",
  "Asia/Irkutsk": "Иркутск, Улан-Удэ",
  "Asia/Chita": "Чита",
  "Asia/Yakutsk": "Якутск, Благовещенск",
  "Asia/Vladivostok": "Владивосток, Хабаровск",
  "Asia/Sakhalin": "Южно-Сахалинск",
  "Asia/Magadan": "Магадан",
  "Asia/Kamchatka": "Петропавловск-Камчатский",
  "Europe/Minsk": "Минск, Беларусь",
  "Asia/Almaty": "Алматы, Астана, Казахстан",
  "Asia/Tashkent": "Ташкент, Узбекистан",
  "Asia/Bishkek": "Бишкек, Киргизия",
  "Asia/Dushanbe": "Душанбе, Таджикистан",
  "Asia/Yerevan": "Ереван, Армения",
  "Asia/Tbilisi": "Тбилиси, Грузия",
  "Asia/Baku": "Баку, Азербайджан",
  "Europe/Chisinau": "Кишинёв, Молдова",
};

type ZoneNameStyle = "shortGeneric" | "shortOffset";

const zonePart = (locale: string, timeZone: string, timeZoneName: ZoneNameStyle): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** Returns the Russian name of a time zone with its current UTC offset, for example "Самара (UTC+4)". */
const describeZone = (zone: string): string => {
  const offset = zonePart("en", zone, "shortOffset").replace("GMT", "UTC");
  return `${cities[zone] ?? zonePart("ru", zone, "shortGeneric")} (${offset})`;
};

/** Option of the select field for a time zone. */
export interface TimeZoneChoice {
  readonly id: number;
  readonly name: string;
  readonly zone: string;
}

/**
 * Returns the time zones that can be chosen: the zones of Russia and its neighbours first, then all other zones by
 * name. `chosen` is always included.
 */
export const timeZones = (chosen: string): readonly TimeZoneChoice[] => {
  const near = Object.keys(cities);
  const others = new Set([...Intl.supportedValuesOf("timeZone"), chosen].filter((zone) => !near.includes(zone)));
  const named = (zones: readonly string[]) => zones.map((zone) => ({ zone, name: describeZone(zone) }));
  const far = named([...others]).sort((one, other) => one.name.localeCompare(other.name, "ru"));
  return [...named(near), ...far].map((choice, index) => ({ ...choice, id: index + 1 }));
};
