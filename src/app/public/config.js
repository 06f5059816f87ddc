// Where the API is and how it keeps sessions. Change it here to point the application at another server:
//   apiBase         "https://orders.example" (empty: the server that this page came from)
//   session         "cookie" (the server keeps the refresh token) or "body" (a server with the documented calls only)
//   requestTimeout  milliseconds for one attempt of a call
//   geoSearch       address of the address look-up; empty: the server's own
globalThis.appConfig = { apiBase: "", session: "cookie", requestTimeout: 20000, geoSearch: "" };
