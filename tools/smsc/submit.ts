import type { DecodedFields } from '../../src/engine/smpp/codec/fields.ts'

/** The relevant fields of a submit_sm or data_sm. */
export interface Submit {
  readonly source: Address
  readonly destination: Address
  readonly esmClass: number
  readonly registeredDelivery: number
  readonly dataCoding: number
  readonly priority: number
  /** The whole text with its user data header. It shares memory with the socket buffer, so copy it to keep it. */
  readonly text: Buffer
  /** Equal for the same source, destination, text and segment number. */
  readonly key: number
}

export interface Address {
  readonly ton: number
  readonly npi: number
  readonly address: string
}

const noBytes = Buffer.alloc(0)

export function toSubmit(fields: DecodedFields): Submit {
  const { source_addr: source = '', destination_addr: destination = '' } = fields
  const { short_message: short = noBytes, message_payload: payload = noBytes } = fields
  const hash = new Hash()
  hash.addText(source)
  hash.addText(destination)
  hash.addBytes(short)
  hash.addBytes(payload)
  hash.addNumber(fields.sar_msg_ref_num ?? -1)
  hash.addNumber(fields.sar_segment_seqnum ?? -1)
  hash.addNumber(fields.sar_total_segments ?? -1)
  return {
    source: { ton: fields.source_addr_ton ?? 0, npi: fields.source_addr_npi ?? 0, address: source },
    destination: { ton: fields.dest_addr_ton ?? 0, npi: fields.dest_addr_npi ?? 0, address: destination },
    esmClass: fields.esm_class ?? 0,
    registeredDelivery: fields.registered_delivery ?? 0,
    dataCoding: fields.data_coding ?? 0,
    priority: fields.priority_flag ?? 0,
    text: short.length === 0 ? payload : short,
    key: hash.value(),
  }
}

/**
 * Uses 53 bits: among a million messages the chance of a collision is 1 in 20,000.
 */
class Hash {
  private high = 0x811c_9dc5 | 0
  private low = 0x41c6_ce57 | 0

  addNumber(value: number): void {
    this.high = Math.imul(this.high ^ value, 0x9e37_79b1)
    this.low = Math.imul(this.low ^ value, 0x5f35_6495)
  }

  /** The length separates the text from the following data. */
  addText(text: string): void {
    this.addNumber(text.length)
    for (let index = 0; index < text.length; index += 1) this.addNumber(text.charCodeAt(index))
    this.mix()
  }

  addBytes(bytes: Buffer): void {
    this.addNumber(bytes.length)
    for (let index = 0; index < bytes.length; index += 1) this.addNumber(bytes[index] ?? 0)
    this.mix()
  }

  value(): number {
    this.mix()
    return (this.high & 0x1f_ffff) * 2 ** 32 + (this.low >>> 0)
  }

  private mix(): void {
    const { high, low } = this
    this.high = Math.imul(high ^ (high >>> 16), 0x85eb_ca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2_ae35)
    this.low = Math.imul(low ^ (low >>> 16), 0x85eb_ca6b) ^ Math.imul(this.high ^ (this.high >>> 13), 0xc2b2_ae35)
  }
}
