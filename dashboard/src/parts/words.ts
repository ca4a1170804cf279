/** A sentence that begins with these words. */
export const capitalised = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
