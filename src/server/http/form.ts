import { Invalid, invalidFields } from "../services/shared/domainErrors.ts";
import { findUnsafeInput } from "./unsafeInput.ts";

/** Uploaded files of a multipart body, keyed by the name of the form field. */
export type Files = Record<string, Buffer>;

type Node = { readonly [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

const filesByBody = new WeakMap<object, Files>();

/** Attaches uploaded files to the object that contains the text fields of the same form, and returns that object. */
export const attachFiles = (texts: object, files: Files): object => {
  filesByBody.set(texts, files);
  return texts;
};

/** Returns the files that `attachFiles` attached to a body, or an empty object. */
export const readFiles = (body: unknown): Files => (isNode(body) ? (filesByBody.get(body) ?? {}) : {});

const isFile = (schema: unknown): boolean => isNode(schema) && schema["format"] === "binary";

const FORM = "x-form";

/** Returns the schema for the text fields of a form. The handlers validate the files. */
export const createFormSchema = (schema: Node): Node => {
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  const isText = (name: string) => !isFile(properties[name]);
  const required = Array.isArray(schema["required"]) ? schema["required"].filter(isText) : [];
  // The schema `false` rejects text in a field that must contain a file.
  const texts = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, isText(name) && one]));
  return { ...schema, properties: texts, required, [FORM]: true };
};

const typesOf = (schema: unknown): readonly unknown[] => (isNode(schema) ? [schema["type"]].flat() : []);

/**
 * Parses the JSON text of a form field. Leaves invalid JSON as text, so that the schema validation rejects it. Throws
 * `Invalid` for JSON with unsafe input.
 */
const parsePart = (name: string, text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const flaw = findUnsafeInput(value);
  if (flaw) throw new Invalid(flaw, { [name]: flaw });
  return value;
};

const readPart = (name: string, text: string, schema: unknown): unknown => {
  const types = typesOf(schema);
  if (types.includes("string") || types.every((type) => type === undefined)) return text;
  if (text === "" && types.includes("null")) return null;
  if (types.includes("array") && /^[\d\s,]*$/.test(text)) return parsePart(name, `[${text}]`);
  return parsePart(name, text);
};

/** Throws `Invalid` if the form has a file in a text field or in an unknown field. */
const checkFiles = (files: Files, properties: Node): void => {
  const isKnown = (name: string) => Object.hasOwn(properties, name);
  const misplaced = Object.keys(files).find((name) => !isKnown(name) || properties[name] !== false);
  if (misplaced === undefined) return;
  throw invalidFields({ [misplaced]: isKnown(misplaced) ? "Здесь нужен текст, а не файл." : "Неизвестное поле." });
};

/**
 * Converts the text fields of a form to the types in its schema, and leaves other bodies unchanged. Throws the errors
 * of `checkFiles`, and `Invalid` for unsafe input in a JSON field.
 */
export const readForm = (body: unknown, schema: unknown): unknown => {
  if (!isNode(schema) || schema[FORM] !== true || !isNode(body)) return body;
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  checkFiles(readFiles(body), properties);
  const values = Object.entries(body).map(([name, text]) => [name, readPart(name, String(text), properties[name])]);
  return attachFiles(Object.fromEntries(values), readFiles(body));
};
