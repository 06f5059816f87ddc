import type { Plugin } from "vite";

const file = /react-dom-client\.production\.js$/;

const marker = /(?<=\b\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;

/**
 * Makes React's marker exceptions, which are only ever compared, without a stack. React makes them while its file is evaluated, and a browser with an
 * inspector attached (tests, measurements, developers) notes where each was made: it parses the whole file again, 20 ms before the first row.
 */
export const plainExceptions = (): Plugin => ({
  name: "plain-exceptions",
  apply: "build",
  transform: {
    filter: { id: file },
    handler(code) {
      const plain = code.replace(marker, "Object.create(Error.prototype, { message: { value: $1 } })");
      if (plain === code) this.error("React makes its marker exceptions in another way than this plugin knows");
      return { code: plain, map: null };
    },
  },
});
