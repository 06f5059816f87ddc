// Address of the API and options of the session. Edit this file to use another server:
//   apiBase         "https://orders.example" (empty: the server of this page)
//   session         "cookie" (the server keeps the refresh token) or "body" (a server with the documented calls only)
//   requestTimeout  milliseconds for one attempt of a call
//   geoSearch       URL of the address search (empty: the server searches)
//   map             see README.md
globalThis.appConfig = { apiBase: "", session: "cookie", requestTimeout: 20000, geoSearch: "", map: {} };
