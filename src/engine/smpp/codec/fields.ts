import type { Command, commands, ValueOf } from './commands.ts'
import type { repeatedTlvs, TlvKind, tlvs } from './tlvs.ts'

type Layout = (typeof commands)[Command][1]
type NamesIn<Union> = Union extends unknown ? keyof Union : never
type FormIn<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never
type TlvValue<Kind extends TlvKind> = Kind extends 'text' ? string : Kind extends 'octets' ? Buffer : number

/**
 * The fields and TLVs of a decoded PDU, with the names of the specification. Message texts are bytes. TLVs that SMPP
 * 3.4 does not define are bytes under their tag, such as `0x1400`.
 */
export type DecodedFields = {
  readonly [Name in NamesIn<Layout>]?: ValueOf[FormIn<Layout, Name>]
} & {
  readonly [Name in keyof typeof tlvs]?: TlvValue<(typeof tlvs)[Name][1]>
} & { readonly [Name in keyof typeof repeatedTlvs]?: readonly TlvValue<(typeof repeatedTlvs)[Name][1]>[] } & {
  readonly [tag: `0x${string}`]: Buffer
}

/** Raw bytes, text in the alphabet of data_coding, or either with a user data header. */
export type Content = Buffer | string | { readonly udh: Buffer; readonly message: Buffer | string }

type ContentName = 'short_message' | 'message_payload'

/** The fields and TLVs of a PDU to write. Missing fields are zero or empty. */
export type Fields = {
  readonly [Name in Exclude<keyof DecodedFields, ContentName>]?: DecodedFields[Name] | undefined
} & { readonly [Name in ContentName]?: Content | undefined }

/** An absolute SMPP time in GMT: YYMMDDhhmmss, tenths of a second, and the offset from GMT in quarters of an hour. */
export const formatTime = (time: Date): string => `${time.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}000+`

const form = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+\-R])$/
const quarterMs = 900_000
const quartersMax = 48

/**
 * Parses an absolute time, or one relative to `now`, which counts years, months, days, hours, minutes and seconds. Null
 * for any other text, and for a date that does not exist.
 */
export function parseTime(text: string, now: Date): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, tenth = 0, quarters = 0] =
    form.exec(text)?.slice(1, 9).map(Number) ?? []
  const sign = form.exec(text)?.[9]
  if (sign === undefined || hour > 23 || minute > 59 || second > 59) return null
  if (sign === 'R') {
    const time = new Date(now)
    time.setUTCFullYear(now.getUTCFullYear() + year, now.getUTCMonth() + month, now.getUTCDate() + day)
    time.setUTCHours(now.getUTCHours() + hour, now.getUTCMinutes() + minute, now.getUTCSeconds() + second)
    return time
  }
  const time = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second, 100 * tenth))
  if (quarters > quartersMax || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return null
  return new Date(time.getTime() + (sign === '+' ? -1 : 1) * quarters * quarterMs)
}

/** The flag in esm_class for a user data header at the beginning of the message. */
export const headerIndicator = 0x40

/** The text of a message without its header, and the elements of the header, each with its kind and length first. */
export interface UserData {
  readonly elements: readonly Buffer[]
  readonly headerBytes: number
  readonly text: Buffer
}

export function splitUserData(bytes: Buffer, esmClass: number): UserData {
  if ((esmClass & headerIndicator) === 0 || bytes.length === 0) return { elements: [], headerBytes: 0, text: bytes }
  const headerBytes = Math.min((bytes[0] ?? 0) + 1, bytes.length)
  const elements: Buffer[] = []
  for (let at = 1; at + 1 < headerBytes; ) {
    const end = Math.min(at + 2 + (bytes[at + 1] ?? 0), headerBytes)
    elements.push(bytes.subarray(at, end))
    at = end
  }
  return { elements, headerBytes, text: bytes.subarray(headerBytes) }
}
