import { BadPdu } from './bad-pdu.ts'
import { headerBytes, pduBytesMax } from './framer.ts'

/**
 * PDUs are written into shared blocks of this size, because an allocation per PDU would cost more than everything else.
 */
const blockBytes = 16 * pduBytesMax

/** Writes PDUs one after another. Throws BadPdu for a value that no PDU can hold, and discards that PDU. */
export class Writer {
  private block = Buffer.allocUnsafeSlow(blockBytes)
  private start = 0
  private at = 0
  /** The position of the length of the last TLV. */
  private tlvAt = 0

  begin(): void {
    if (this.start + pduBytesMax > blockBytes) {
      this.block = Buffer.allocUnsafeSlow(blockBytes)
      this.start = 0
    }
    this.at = this.start + headerBytes
  }

  end(id: number, status: number, sequence: number): Buffer {
    const { block, start, at } = this
    block.writeUInt32BE(at - start, start)
    block.writeUInt32BE(id, start + 4)
    block.writeUInt32BE(status, start + 8)
    block.writeUInt32BE(sequence, start + 12)
    this.start = at
    return block.subarray(start, at)
  }

  byte(value = 0): void {
    if ((value & 0xff) !== value) throw new BadPdu(`${value} is not a byte`)
    this.block[this.reserve(1)] = value
  }

  number(value: number, size: 1 | 2 | 4): void {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * size))
      throw new BadPdu(`${value} is not a number of ${size} bytes`)
    let rest = value
    const at = this.reserve(size)
    for (let index = at + size - 1; index >= at; index -= 1) {
      this.block[index] = rest & 0xff
      rest = Math.floor(rest / 256)
    }
  }

  /** Zero-terminated text. */
  text(value = ''): void {
    const at = this.reserve(value.length + 1)
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index)
      // Both would be read as a different text.
      if (code === 0 || code > 0xff) throw new BadPdu('a field must be Latin-1 text without zeros')
      this.block[at + index] = code
    }
    this.block[at + value.length] = 0
  }

  octets(value: Buffer): void {
    value.copy(this.block, this.reserve(value.length))
  }

  /** Items after their count. */
  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.byte(items.length)
    items.forEach(write)
  }

  /** Begins a TLV. Call `endTlv` after writing its value. */
  beginTlv(tag: number): void {
    this.number(tag, 2)
    this.tlvAt = this.reserve(2)
  }

  endTlv(): void {
    this.block.writeUInt16BE(this.at - this.tlvAt - 2, this.tlvAt)
  }

  private reserve(bytes: number): number {
    const { at } = this
    if (at + bytes - this.start > pduBytesMax) throw new BadPdu(`a PDU may have ${pduBytesMax} bytes at most`)
    this.at = at + bytes
    return at
  }
}
