/**
 * Refusals of the server by their message, or by their reason where they have one. The server's own words are English,
 * so this table is empty.
 */
export const serverMessages: Readonly<Record<string, string>> = {}
