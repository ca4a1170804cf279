import type { DecodedFields } from '../../../engine/smpp/codec/fields.ts'
import { parsePhone, typedDigits } from '../../../values/phone.ts'
import type { SmppAddress } from '../model.ts'

/** Types of numbers. */
const ton = { international: 1, national: 2 } as const

export const destinationOf = ({
  dest_addr_ton: ton = 0,
  dest_addr_npi: npi = 0,
  destination_addr: address = '',
}: Pick<DecodedFields, 'dest_addr_ton' | 'dest_addr_npi' | 'destination_addr'>): SmppAddress => ({ ton, npi, address })

/**
 * The number in the format of the API. Without a type, a number with a leading zero is national, because no calling code
 * begins with one. Kannel marks every number without a plus sign as national, so one that is only valid with its own
 * calling code is used unchanged. The result may still be invalid.
 */
export function numberOf({ ton: type, address }: SmppAddress, callingCode: string | null): string {
  const digits = typedDigits(address)
  const isWritten = address.trim().startsWith('+')
  if (digits.startsWith('00') && !isWritten) return digits.slice(2)
  const isNational = type === ton.national || (type !== ton.international && digits.startsWith('0'))
  if (!isNational || isWritten || callingCode === null) return digits
  const national = `${callingCode}${digits.replace(/^0/, '')}`
  return parsePhone(national) === null && parsePhone(digits) !== null ? digits : national
}
