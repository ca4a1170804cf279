import { BadPdu } from './bad-pdu.ts'
import { headerBytes } from './framer.ts'

const noBytes = Buffer.alloc(0)

/** Reads the fields of one PDU in order. Throws BadPdu when a field does not end within the PDU. */
export class Reader {
  private readonly bytes: Buffer
  private readonly isResponse: boolean
  private readonly end: number
  private at = headerBytes

  /** Many peers send responses with a header only, so missing fields at the end of a response are empty. */
  constructor(bytes: Buffer, isResponse: boolean) {
    this.bytes = bytes
    this.isResponse = isResponse
    this.end = bytes.length
  }

  get bytesLeft(): number {
    return this.end - this.at
  }

  byte(): number {
    const { at } = this
    if (at < this.end) {
      this.at = at + 1
      return this.bytes[at] ?? 0
    }
    if (this.isResponse) return 0
    throw tooShort()
  }

  /** An unsigned number of one to four bytes. */
  number(size: number): number {
    const { bytes, at } = this
    if (at + size > this.end) throw tooShort()
    let value = 0
    for (let index = at; index < at + size; index += 1) value = value * 256 + (bytes[index] ?? 0)
    this.at = at + size
    return value
  }

  /** Zero-terminated text. */
  text(): string {
    const { bytes, at, end } = this
    if (at === end && this.isResponse) return ''
    let to = at
    // For short texts, this is faster than indexOf.
    while (to < end && bytes[to] !== 0) to += 1
    if (to === end) throw tooShort()
    this.at = to + 1
    return to === at ? '' : bytes.toString('latin1', at, to)
  }

  /** Text of a known length, usually but not always zero-terminated. */
  textWithin(length: number): string {
    const { bytes, at } = this
    const end = at + length
    if (end > this.end) throw tooShort()
    let to = at
    while (to < end && bytes[to] !== 0) to += 1
    this.at = end
    return bytes.toString('latin1', at, to)
  }

  octets(length: number): Buffer {
    const { at } = this
    if (at + length > this.end) throw tooShort()
    this.at = at + length
    return length === 0 ? noBytes : this.bytes.subarray(at, at + length)
  }

  /** Items after their count. */
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.byte() }, read)
  }
}

const tooShort = () => new BadPdu('the body of a PDU is shorter than its fields')
