export type Encoding = 'gsm' | 'ucs2'

/** The basic alphabet of GSM 03.38, indexed by septet. 0x1b is the escape, not a character. */
export const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** The extension table: the septet after the escape. Each character takes two septets. */
export const GSM_EXTENSION: ReadonlyMap<string, number> = new Map([
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
])

/**
 * Capacity of a single message and of one segment, which loses six bytes to the user data header. In septets and UTF-16
 * units.
 */
const UNITS_MAX = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const

const ESCAPE = 0x1b

/** Septets by character code; 0 for characters outside of GSM 03.38. The euro sign has the highest code. */
const SEPTETS = septetCosts()

/** Returns encoding and number of segments. Text that does not fit GSM 03.38 becomes UCS-2 in any case. */
export function fitText(text: string, wanted: Encoding): { encoding: Encoding; segments: number } {
  const ends = partEnds(text, wanted)
  if (ends !== null) return { encoding: wanted, segments: ends.length }
  return { encoding: 'ucs2', segments: endsOf(text, 'ucs2').length }
}

/** Splits a text into segments. `encoding` must come from fitText; throws when the text does not fit it. */
export function splitText(text: string, encoding: Encoding): string[] {
  let start = 0
  return endsOf(text, encoding).map((end) => {
    const part = text.slice(start, end)
    start = end
    return part
  })
}

const BINARY_BYTES_MAX = 140
/** The element of a user data header that numbers the parts of a message. */
const CONCATENATION_BYTES = 5

export interface BinaryShape {
  /** The bytes begin with a user data header, which every part repeats. */
  readonly hasHeader?: boolean
  /** The other bytes are septets, which are packed on the way to the phone. */
  readonly isSeptets?: boolean
}

/**
 * Splits the bytes of a binary message, as hexadecimal digits. Each part leaves space for the number of the part in its
 * header.
 */
export function splitBinary(hex: string, { hasHeader = false, isSeptets = false }: BinaryShape = {}): string[] {
  const bytes = hex.length / 2
  const headerBytes = hasHeader ? Number.parseInt(hex.slice(0, 2), 16) + 1 : 0
  const packedBytes = isSeptets ? headerBytes + Math.ceil(((bytes - headerBytes) * 7) / 8) : bytes
  if (packedBytes <= BINARY_BYTES_MAX) return [hex]
  // Without a header of its own, a part gets one with a byte for its length. Carriers reject a header without space.
  const size = Math.max(1, BINARY_BYTES_MAX - CONCATENATION_BYTES - (headerBytes || 1))
  const header = hex.slice(0, 2 * headerBytes)
  const parts: string[] = []
  for (let start = headerBytes; start < bytes; start += size)
    parts.push(header + hex.slice(2 * start, 2 * (start + size)))
  return parts
}

function endsOf(text: string, encoding: Encoding): number[] {
  const ends = partEnds(text, encoding)
  if (ends === null) throw new RangeError('the text has characters outside of GSM 03.38')
  return ends
}

/**
 * Returns the end of each segment, or null when the text does not fit the encoding. Used for both counting and
 * splitting, so that the price always matches the sent segments.
 */
function partEnds(text: string, encoding: Encoding): number[] | null {
  const partEnd = encoding === 'gsm' ? gsmPartEnd : ucs2PartEnd
  const max = UNITS_MAX[encoding]
  const alone = partEnd(text, 0, max.alone)
  if (alone === null) return null
  if (alone === text.length) return [alone]

  const ends: number[] = []
  for (let start = 0; start < text.length; ) {
    const end = partEnd(text, start, max.part)
    if (end === null) return null
    ends.push(end)
    start = end
  }
  return ends
}

/** An escape sequence is never split, so a segment may be one septet short. */
function gsmPartEnd(text: string, start: number, septetsMax: number): number | null {
  let room = septetsMax
  for (let i = start; i < text.length; i += 1) {
    const septets = SEPTETS[text.charCodeAt(i)] ?? 0
    if (septets === 0) return null
    if (septets > room) return i
    room -= septets
  }
  return text.length
}

/** A surrogate pair is never split, so a segment may be one unit short. */
function ucs2PartEnd(text: string, start: number, unitsMax: number): number {
  const end = start + unitsMax
  if (end >= text.length) return text.length
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end
}

function septetCosts(): Uint8Array {
  const costs = new Uint8Array('€'.charCodeAt(0) + 1)
  for (const char of GSM_BASIC) costs[char.charCodeAt(0)] = 1
  for (const char of GSM_EXTENSION.keys()) costs[char.charCodeAt(0)] = 2
  costs[ESCAPE] = 0
  return costs
}
