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
  pipe,
  string,
  trim,
} from "valibot";
import { parseDecimal } from "#domain/decimal.ts";
import { type DishDraft, isEmptyModifier, OWN_PRICE } from "#machines/catalogue/dishDraft.ts";
import { customValuesSchema } from "../../resource/customValues.ts";
import { isWithin, partsSchema } from "../catalogue/partSchema.ts";
import { pictureSchema } from "../catalogue/pictureSchema.ts";

const upTo = (length: number) => pipe(string(), maxLength(length, `Не больше ${length} знаков.`));

const price = pipe(
  string(),
  nonEmpty("Укажите цену."),
  check((text) => parseDecimal(text) !== undefined, "Укажите число, например 490,5."),
  check((text) => isWithin(text, 0), "Цена от 0 до 99 999 999,99999."),
);

const isModifierPrice = (text: string): boolean => parseDecimal(text) === OWN_PRICE || isWithin(text, 0);

const modifier = pipe(
  object({
    id: number(),
    categoryModificatorId: number(),
    modificatorId: number(),
    portion: string(),
    price: string(),
  }),
  forward(
    check((line) => isEmptyModifier(line) || isWithin(line.portion, 0), "Укажите число."),
    ["portion"],
  ),
  forward(
    check((line) => isEmptyModifier(line) || isModifierPrice(line.price), "Не меньше нуля, или −1."),
    ["price"],
  ),
);

/** What the form of a dish must be before it is sent; the server checks again. */
export const dishSchema: GenericSchema<DishDraft, DishDraft> = object({
  name: pipe(string(), trim(), nonEmpty("Укажите название."), maxLength(200, "Не больше 200 знаков.")),
  price,
  categoriesId: pipe(array(number()), minLength(1, "Выберите хотя бы одну категорию.")),
  defaultCategoryId: number(),
  vendorCode: upTo(50),
  internalInfo: upTo(2000),
  isActive: boolean(),
  composition: partsSchema,
  modificators: array(modifier),
  customField: customValuesSchema,
  picture: pictureSchema,
  isInherited: boolean(),
  usedInItems: array(object({ id: number(), name: string() })),
});
