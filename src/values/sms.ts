/** The longest sender ID is + and 20 digits. */
export const senderLengthMax = 21

/** The sender IDs that arrive as this number: carriers get them without the plus. */
export const sendersOfNumber = (number: string): readonly string[] => [number, `+${number}`]

/** Messages of different lanes never wait for each other, so that PINs and single messages overtake bulk messages. */
export const lanes = ['pin', 'single', 'bulk'] as const
export type Lane = (typeof lanes)[number]

/** Normalizes keywords for comparison: upper case, without accents and surrounding punctuation. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Counts code points, so that an emoji is one character. Skips counting when the text is far too long. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max)
