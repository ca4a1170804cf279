/**
 * Ids and counts stay below 2^53, so they are numbers on both engines; a larger one is a fault, never a silently
 * rounded id.
 */
export function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
}

export const asText = (text: string) => text
