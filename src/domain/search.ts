/** Maximum length of a search text, as in the OpenAPI description. */
export const MAX_SEARCH_LENGTH = 100;
