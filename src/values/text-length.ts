/** Counts characters as people do, so that an emoji is one. A text that is far too long is not counted. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max)
