import type { bodyReaders } from './read-bodies.ts'
import type { repeatedTlvs, TlvKind, tlvs } from './tlvs.ts'

type Body = ReturnType<(typeof bodyReaders)[keyof typeof bodyReaders]>
type NamesIn<Union> = Union extends unknown ? keyof Union : never
type ValuesIn<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never
type TlvValue<Kind extends TlvKind> = Kind extends 'text' ? string : Kind extends 'octets' ? Buffer : number

/**
 * The fields and TLVs of a decoded PDU, with the names of the specification. Message texts are bytes. TLVs that SMPP
 * 3.4 does not define are bytes under their tag, such as `0x1400`.
 */
export type DecodedFields = { readonly [Name in NamesIn<Body>]?: ValuesIn<Body, Name> } & {
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
