import {
  array,
  boolean,
  check,
  forward,
  type GenericSchema,
  maxLength,
  minLength,
  nonEmpty,
  number,
  object,
  optional,
  pipe,
  string,
  trim,
} from "valibot";
import { parseDecimal } from "#domain/decimal.ts";
import { isDecimalBetween } from "#domain/decimalRange.ts";
import { type DishDraft, isEmptyModifier, OWN_PRICE } from "#machines/catalogue/dishDraft.ts";
import { customValuesSchema } from "../../directory/customValuesSchema.ts";
import { isPrepMinutes } from "../catalogue/isPrepMinutes.ts";
import { partsSchema } from "../catalogue/partSchema.ts";
import { pictureSchema } from "../catalogue/pictureSchema.ts";

const textUpTo = (length: number) => pipe(string(), maxLength(length, `Не больше ${length} знаков.`));

const price = pipe(
  string(),
  nonEmpty("Укажите цену."),
  check((text) => parseDecimal(text) !== undefined, "Укажите число, например 490,5."),
  check((text) => isDecimalBetween(text, 0), "Цена от 0 до 99 999 999,99999."),
);

const isModifierPrice = (text: string): boolean => parseDecimal(text) === OWN_PRICE || isDecimalBetween(text, 0);

const modifier = pipe(
  object({
    id: number(),
    categoryModificatorId: number(),
    modificatorId: number(),
    portion: string(),
    price: string(),
    isRequired: optional(boolean()),
  }),
  forward(
    check((line) => !isEmptyModifier(line), "Выберите категорию."),
    ["categoryModificatorId"],
  ),
  forward(
    check((line) => isDecimalBetween(line.portion, 0), "Укажите число."),
    ["portion"],
  ),
  forward(
    check((line) => isModifierPrice(line.price), "Не меньше нуля, или −1."),
    ["price"],
  ),
);

/** Validation schema of the dish form. */
export const dishSchema: GenericSchema<DishDraft, DishDraft> = object({
  name: pipe(string(), trim(), nonEmpty("Укажите название."), maxLength(200, "Не больше 200 знаков.")),
  price,
  categoriesId: pipe(array(number()), minLength(1, "Выберите хотя бы одну категорию.")),
  defaultCategoryId: number(),
  vendorCode: textUpTo(50),
  internalInfo: textUpTo(2000),
  prepMinutes: optional(pipe(string(), check(isPrepMinutes, "Целое число от 1 до 600."))),
  isActive: boolean(),
  composition: partsSchema,
  modificators: array(modifier),
  customField: customValuesSchema,
  picture: pictureSchema,
  isInherited: boolean(),
  usedInItems: array(object({ id: number(), name: string() })),
});
