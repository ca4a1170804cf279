/** Counts code points, so that an emoji is one character. Skips counting when the text is far too long. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max)
