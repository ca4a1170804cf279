import type { SmppAddress } from '../model.ts'

/** Type of number and numbering plan, as carriers expect them by default. */
const kinds = {
  international: { ton: 1, npi: 1 },
  shortCode: { ton: 3, npi: 0 },
  alphanumeric: { ton: 5, npi: 0 },
} as const
const shortCodeDigitsMax = 6
const addressMax = 20

/** A phone number in international format, without the plus sign. */
export const international = (phone: string): SmppAddress => ({ ...kinds.international, address: phone })

/** The address of a number or name that people write to. */
export function addressOf(number: string): SmppAddress {
  const digits = /^\+?(\d+)$/.exec(number)?.[1]
  if (digits === undefined) return { ...kinds.alphanumeric, address: number.slice(0, addressMax) }
  return digits.length <= shortCodeDigitsMax ? { ...kinds.shortCode, address: digits } : international(digits)
}
