import type { TextForm } from './text.ts'

/** The meaning of a data_coding: text in an alphabet, or bytes. A message class of 0 is a flash message. */
export type DataCoding =
  | { readonly kind: 'text'; readonly alphabet: Alphabet; readonly messageClass?: number }
  | { readonly kind: 'binary'; readonly messageClass?: number }

/** The default alphabet, which may be packed, or one that Node can decode. */
export type Alphabet = 'default' | Exclude<TextForm, 'gsm7' | 'gsm7-packed'> | LegacyAlphabet
type LegacyAlphabet = 'shift_jis' | 'iso-8859-5' | 'iso-8859-8' | 'iso-2022-jp' | 'euc-kr'

/** The values that SMPP 3.4 defines. ASCII is a subset of Latin-1. */
const defined: ReadonlyMap<number, DataCoding> = new Map([
  [0, text('default')],
  [1, text('latin1')],
  [2, { kind: 'binary' }],
  [3, text('latin1')],
  [4, { kind: 'binary' }],
  [5, text('shift_jis')],
  [6, text('iso-8859-5')],
  [7, text('iso-8859-8')],
  [8, text('ucs2')],
  [10, text('iso-2022-jp')],
  [14, text('euc-kr')],
])

/** The bits that select the alphabet in the coding groups of GSM 03.38 with a message class. */
const alphabets: readonly (DataCoding | null)[] = [text('default'), { kind: 'binary' }, text('ucs2'), null]

/** Null for a reserved or unsupported value. */
export function parseDataCoding(value: number): DataCoding | null {
  const known = defined.get(value)
  if (known !== undefined) return known
  const group = value >> 4
  const messageClass = value & 3
  if (group === 1) return withClass(alphabets[(value >> 2) & 3] ?? null, messageClass)
  if (group === 15) return withClass(alphabets[(value >> 2) & 1] ?? null, messageClass)
  // Indications of waiting messages, which only the phone understands.
  return group >= 12 && group <= 14 ? { kind: 'binary' } : null
}

const withClass = (coding: DataCoding | null, messageClass: number): DataCoding | null =>
  coding === null ? null : { ...coding, messageClass }

function text(alphabet: Alphabet): DataCoding {
  return { kind: 'text', alphabet }
}
