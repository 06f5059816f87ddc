import { expect, test } from "vitest";
import { suggestAddresses } from "#domain/address.ts";

const place = (street: string, house = "1") => ({ street, house });

test("address suggestions — contain at most five streets, each once", () => {
  const places = ["А", "Б", "А", "В", "Г", "Д", "Е"].map((street) => place(street));
  expect(suggestAddresses(places, "ул")).toEqual({ streets: ["А", "Б", "В", "Г", "Д"], houses: [] });
});

test("address suggestions — list each house number once, in numerical order, if only one street matches", () => {
  const places = ["10", "2", "2А", "1", "2", ""].map((house) => place("Садовая", house));
  expect(suggestAddresses(places, "сад")).toEqual({ streets: ["Садовая"], houses: ["1", "2", "2А", "10"] });
});

test("address suggestions — for the whole name of a street, exclude longer names that begin with the same text", () => {
  const places = [place("Садовая", "5"), place("Садовая-Спасская", "7")];
  expect(suggestAddresses(places, "садовая ")).toEqual({ streets: ["Садовая"], houses: ["5"] });
});
