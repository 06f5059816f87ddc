import { afterAll, beforeAll } from "vitest";
import { newPlace, type ServerPlace } from "./serverPlace.ts";
import { startWorld, type World, type WorldOptions } from "./testServer.ts";

/** Returns the number of rounds of a race: the environment variable `RACES`, or `usual` if it is not set. */
export const raceRounds = (usual: number): number => Number(process.env["RACES"] ?? usual);

/**
 * Returns the status codes of answers in ascending order. Needed because a race does not determine which request gets
 * which status code.
 */
export const statusesOf = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).sort();

/**
 * Starts two test servers on one new database before the tests of a file, with options from `optionsOf`, and removes
 * them after the tests. Returns a function that returns the first server for an even index and the second server for an
 * odd index.
 */
export const givenTwoWorlds = (optionsOf: () => Omit<WorldOptions, "place"> = () => ({})) => {
  let place: ServerPlace;
  let worlds: readonly [World, World];
  beforeAll(async () => {
    place = await newPlace();
    const options = { ...optionsOf(), place };
    worlds = await Promise.all([startWorld(options), startWorld(options)]);
  });
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.stop()));
    await place.remove();
  });
  return (index: number): World => worlds[index % 2] ?? worlds[0];
};
