const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/YaBrowser\//, "Яндекс Браузер"],
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android.*Mobile/, "телефоне Android"],
  [/Android/, "планшете Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];

const findName = (pairs: typeof browsers, text: string): string | undefined =>
  pairs.find(([sign]) => sign.test(text))?.[1];

/**
 * Returns a readable name of a user agent, for example "Chrome на Windows". An unknown user agent gets a general
 * name.
 */
export const describeDevice = (userAgent: string): string => {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return `${browser} на ${system}`;
  return browser ?? (system ? `Браузер на ${system}` : "Программа или неизвестный браузер");
};
