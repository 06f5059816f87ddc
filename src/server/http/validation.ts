import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import localize from "ajv-i18n";
import type { FastifyInstance, FastifySchemaValidationError } from "fastify";
import type { FieldErrors } from "../services/shared/domainErrors.ts";
import { readForm } from "./form.ts";

const ajvWith = (options: Options): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, ...options });
  addFormats(ajv);
  return ajv;
};

/**
 * Schema validators: `strict` for bodies, `loose` for path, query and header parameters. `loose` first converts the
 * text of a parameter to the type in its schema.
 */
const validators = {
  strict: ajvWith({ coerceTypes: false }),
  loose: ajvWith({ coerceTypes: "array", useDefaults: true }),
};

const WHOLE = /^-?\d+$/;

interface Parameter {
  readonly type?: unknown;
  readonly items?: { readonly type?: unknown };
}

/**
 * Returns the error for the first integer parameter that is not a plain decimal number, or undefined if there is none.
 * Needed because the schema validator accepts "1.0", "1e3", "0x1" and a number after a space.
 */
const findNonInteger = (
  values: unknown,
  { properties = {} }: { readonly properties?: Readonly<Record<string, Parameter>> },
): FastifySchemaValidationError | undefined => {
  const wrong = Object.entries(values ?? {}).find(([name, value]) => {
    const schema = properties[name];
    const isNumber = schema?.type === "integer" || schema?.items?.type === "integer";
    return isNumber && ![value].flat().every((text) => WHOLE.test(String(text)));
  });
  return wrong && { keyword: "type", instancePath: `/${wrong[0]}`, schemaPath: "", params: { type: "integer" } };
};

/** Validates requests against the schemas of the API description. Each schema is compiled when it is first used. */
export const validateByDescription = (app: FastifyInstance): void => {
  app.setValidatorCompiler<object>(({ schema, httpPart }) => {
    const ajv = httpPart === "body" ? validators.strict : validators.loose;
    let validate: ValidateFunction | undefined;
    return (data) => {
      validate ??= ajv.compile(schema);
      const value = httpPart === "body" ? readForm(data, schema) : data;
      const wrong = httpPart === "body" ? undefined : findNonInteger(data, schema);
      if (wrong) return { error: [wrong] };
      return validate(value) ? { value } : { error: validate.errors ?? [] };
    };
  });
  app.setSchemaErrorFormatter((errors, part) => Object.assign(new Error("validation"), { validation: errors, part }));
};

/** Decodes a name in a JSON pointer (RFC 6901). */
const decodePointer = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");

const fieldOf = (error: FastifySchemaValidationError): string => {
  const { missingProperty, additionalProperty } = error.params;
  const last = missingProperty ?? additionalProperty;
  const path = error.instancePath.split("/").slice(1).map(decodePointer);
  return [...path, ...(typeof last === "string" ? [last] : [])].join(".");
};

const TYPES: Record<string, string> = {
  integer: "целым числом",
  number: "числом",
  string: "текстом",
  boolean: "да или нет",
  array: "списком",
  object: "объектом",
  null: "пустым",
};

const typeSentence = (type: unknown): string =>
  `Должно быть ${[type]
    .flat()
    .map((name) => TYPES[String(name)] ?? String(name))
    .join(" или ")}.`;

const sentenceOf = (error: FastifySchemaValidationError): string => {
  if (error.keyword === "required") return "Обязательное поле.";
  if (error.keyword === "additionalProperties") return "Неизвестное поле.";
  if (error.keyword === "type") return typeSentence(error.params["type"]);
  if (["format", "pattern", "oneOf", "anyOf", "not"].includes(error.keyword)) return "Неверный вид значения.";
  if (error.keyword === "false schema") return "Здесь нужен файл.";
  if (error.keyword === "uniqueItems") return "Значения не должны повторяться.";
  const worded: ErrorObject = { ...error, schemaPath: error.schemaPath ?? "" };
  localize.ru([worded]);
  const text = worded.message ?? "неверное значение";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/**
 * Returns a Russian message for each invalid field, for the `errors` of a problem. An error without a field has the key
 * `body`.
 */
export const describeFieldErrors = (errors: readonly FastifySchemaValidationError[]): FieldErrors =>
  Object.fromEntries(errors.map((error) => [fieldOf(error) || "body", sentenceOf(error)]));
