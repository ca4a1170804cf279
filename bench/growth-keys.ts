/** The API key of a filled account. All have the same secret. */
export const keyOf = (accountId: number | string) => `growth-${accountId}`
