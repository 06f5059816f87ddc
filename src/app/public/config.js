// These settings are explained in src/server/OPERATIONS.md.
globalThis.appConfig = { apiBase: "", session: "cookie", requestTimeout: 20000, geoSearch: "", map: {} };
