import { GSM_BASIC, GSM_EXTENSION } from '../../values/gsm.ts'
import { type Alphabet, defaultAlphabet } from './codec/alphabets.ts'

/**
 * The encoding of a text. The data_coding on the wire does not say whether septets are packed: that is agreed with the
 * carrier.
 */
export type TextForm = 'gsm7' | 'gsm7-packed' | 'latin1' | 'ucs2'

const escapeSeptet = 0x1b
const carriageReturn = 0x0d
const unknown = '?'

const septetsOf = tableOfSeptets()

/**
 * `headerBytes` is the length of the user data header: packed septets begin at a multiple of seven bits after its
 * start.
 */
export function encodeText(text: string, form: TextForm, headerBytes = 0): Buffer {
  if (form === 'ucs2') return Buffer.from(text, 'utf16le').swap16()
  if (form === 'latin1') return Buffer.from(text, 'latin1')
  const septets = encodeSeptets(text)
  return form === 'gsm7' ? septets : packSeptets(septets, headerBytes)
}

/** `alphabet` applies to septets only, when the header selects a national language. */
export function decodeText(bytes: Uint8Array, form: TextForm, headerBytes = 0, alphabet = defaultAlphabet): string {
  if (form === 'ucs2') return decodeUcs2(bytes)
  if (form === 'latin1') return Buffer.from(bytes).toString('latin1')
  return decodeSeptets(form === 'gsm7' ? bytes : unpackSeptets(bytes, headerBytes), alphabet)
}

/** The encoding that data_coding selects; null for the default alphabet. Unknown alphabets are read as Latin-1. */
export function formOf(dataCoding: number): TextForm | null {
  switch (dataCoding & 0x0f) {
    case 0:
      return null
    case 1:
      return 'gsm7'
    case 8:
      return 'ucs2'
    default:
      return 'latin1'
  }
}

export function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0xff) return false
  return true
}

/** One septet per byte. The caller has checked that the text fits GSM 03.38; other characters become question marks. */
function encodeSeptets(text: string): Buffer {
  const septets = Buffer.allocUnsafe(2 * text.length)
  let length = 0
  for (let i = 0; i < text.length; i += 1) {
    const pair = septetsOf.get(text.charCodeAt(i)) ?? GSM_BASIC.indexOf(unknown)
    if (pair > 0x7f) {
      septets[length] = escapeSeptet
      length += 1
    }
    septets[length] = pair & 0x7f
    length += 1
  }
  return septets.subarray(0, length)
}

/**
 * After an escape, a septet that is missing in the extension table is read from the basic one, and a second escape is a
 * space, as the standard requires.
 */
function decodeSeptets(septets: Uint8Array, { basic, extension }: Alphabet): string {
  let text = ''
  for (let i = 0; i < septets.length; i += 1) {
    const septet = (septets[i] ?? 0) & 0x7f
    if (septet !== escapeSeptet) {
      text += basic[septet]
      continue
    }
    i += 1
    const after = (septets[i] ?? escapeSeptet) & 0x7f
    text += after === escapeSeptet ? ' ' : (extension.get(after) ?? basic[after])
  }
  return text
}

/**
 * Eight septets in seven bytes. The length in bytes cannot show whether seven leftover bits are one more septet, which
 * would be read as `@`. Such a gap is filled with a carriage return, which is invisible.
 */
export function packSeptets(septets: Uint8Array, headerBytes: number): Buffer {
  if (septets.length === 0) return Buffer.alloc(0)
  const fill = fillBits(headerBytes)
  const bytes = Buffer.alloc(Math.ceil((fill + 7 * septets.length) / 8))
  const put = (septet: number, place: number) => {
    const bit = fill + 7 * place
    const index = bit >> 3
    const shifted = septet << (bit & 7)
    bytes[index] = (bytes[index] ?? 0) | (shifted & 0xff)
    if (shifted > 0xff) bytes[index + 1] = shifted >> 8
  }
  septets.forEach(put)
  if (8 * bytes.length - fill - 7 * septets.length === 7) put(carriageReturn, septets.length)
  return bytes
}

function unpackSeptets(bytes: Uint8Array, headerBytes: number): Uint8Array {
  const fill = fillBits(headerBytes)
  const septets = new Uint8Array(Math.max(0, Math.floor((8 * bytes.length - fill) / 7)))
  for (let place = 0; place < septets.length; place += 1) {
    const bit = fill + 7 * place
    const index = bit >> 3
    septets[place] = (((bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8)) >> (bit & 7)) & 0x7f
  }
  const endsOnByte = fill + 7 * septets.length === 8 * bytes.length
  return endsOnByte && septets.at(-1) === carriageReturn ? septets.subarray(0, -1) : septets
}

const fillBits = (headerBytes: number) => (7 - ((8 * headerBytes) % 7)) % 7

/** Ignores an odd byte at the end. */
function decodeUcs2(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
}

/** The septet of each character by its code. Characters after an escape have the eighth bit set. */
function tableOfSeptets(): ReadonlyMap<number, number> {
  const septets = new Map([...GSM_BASIC].map((char, septet) => [char.charCodeAt(0), septet]))
  septets.delete(escapeSeptet)
  for (const [char, septet] of GSM_EXTENSION) septets.set(char.charCodeAt(0), septet | 0x80)
  return septets
}
