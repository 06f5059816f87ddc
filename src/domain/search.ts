/** Maximum length of a search text, as in the API description. */
export const MAX_SEARCH_LENGTH = 100;
