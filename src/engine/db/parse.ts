/** Ids and counts stay below 2^53, so both engines return numbers. A larger value throws instead of being rounded. */
export function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
}

export const asText = (text: string) => text
