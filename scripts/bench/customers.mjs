/** Number of customers of the searched company. */
const CUSTOMERS = 200_000;
const RUNS = 15;

const SEARCHES = ["Эйлер12", "Олег Попов", "м", "Садовая44 12", "916", "+79000007919"];

/** Adds 200,000 customers to company 1. */
const fill = async (databaseUrl) => {
  const { register } = await import("tsx/esm/api");
  register();
  const { fillCustomers } = await import("../../tests/support/server/manyCustomers.ts");
  const { openDatabase } = await import("../../src/server/database/openDatabase.ts");
  const database = await openDatabase({ databaseUrl, dataDir: "", poolSize: 2 });
  await fillCustomers(database.db, 1, CUSTOMERS);
  await database.close();
};

/**
 * Fills the database of a running server and searches the customers over HTTP. Returns the median time of the slowest
 * search and the median time of counting the segments, ms.
 */
export const measureCustomers = async (server, databaseUrl) => {
  await fill(databaseUrl);
  const medianOf = async (path) => {
    const times = [];
    for (let run = 0; run < RUNS; run += 1) {
      const begun = performance.now();
      const answer = await fetch(`${server.origin}${path}`, { headers: server.headers });
      if (!answer.ok) throw new Error(`The server refused a search of the benchmark: ${await answer.text()}`);
      await answer.arrayBuffer();
      times.push(performance.now() - begun);
    }
    return times.sort((one, other) => one - other)[Math.floor(RUNS / 2)];
  };
  const searches = [];
  for (const text of SEARCHES)
    searches.push(await medianOf(`/api/Customer/Company/1?search=${encodeURIComponent(text)}`));
  return { search: Math.max(...searches), counts: await medianOf("/api/Customer/Segment/Company/1") };
};
