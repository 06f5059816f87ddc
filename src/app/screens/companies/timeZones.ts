const russian: readonly (readonly [zone: string, title: string])[] = [
  ["Europe/Kaliningrad", "Калининград (UTC+2)"],
  ["Europe/Moscow", "Москва (UTC+3)"],
  ["Europe/Samara", "Самара (UTC+4)"],
  ["Asia/Yekaterinburg", "Екатеринбург (UTC+5)"],
  ["Asia/Omsk", "Омск (UTC+6)"],
  ["Asia/Novosibirsk", "Новосибирск (UTC+7)"],
  ["Asia/Krasnoyarsk", "Красноярск (UTC+7)"],
  ["Asia/Irkutsk", "Иркутск (UTC+8)"],
  ["Asia/Yakutsk", "Якутск (UTC+9)"],
  ["Asia/Vladivostok", "Владивосток (UTC+10)"],
  ["Asia/Magadan", "Магадан (UTC+11)"],
  ["Asia/Kamchatka", "Камчатка (UTC+12)"],
];

/**
 * Returns the time zones that the user can choose. Russian zones come first with their cities; `chosen` is always
 * included.
 */
export const timeZones = (
  chosen: string,
): { readonly russian: readonly (readonly [zone: string, title: string])[]; readonly others: readonly string[] } => {
  const otherZones = new Set([...Intl.supportedValuesOf("timeZone"), chosen]);
  for (const [zone] of russian) otherZones.delete(zone);
  return { russian, others: [...otherZones].sort() };
};
