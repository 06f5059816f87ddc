import type { Page } from "@playwright/test";

/** Presses keys and counts them. A combination such as Ctrl+Enter counts as one key. */
export const countKeys = ({ keyboard }: Pick<Page, "keyboard">) => {
  let count = 0;
  return {
    count: () => count,
    press: async (key: string) => {
      count += 1;
      await keyboard.press(key);
    },
    type: async (text: string) => {
      count += [...text].length;
      await keyboard.type(text);
    },
  };
};

/** Keyboard that counts its keys. */
export type CountedKeys = ReturnType<typeof countKeys>;
