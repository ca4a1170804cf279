import { fitText } from './gsm.ts'

/** A character outside of GSM 03.38, and the text that replaces it. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

/** Each line: the replacement, and the code points that it replaces. */
const TABLE: readonly (readonly [to: string, codes: string])[] = [
  // Quotation marks, apostrophes and primes.
  ["'", '60 b4 2bb 2bc 2b9 2c8 2018 2019 201a 201b 2032 2035 2039 203a 275b 275c'],
  ['"', 'ab bb 2ba 201c 201d 201e 201f 2033 2036 275d 275e'],
  // Hyphens and dashes.
  ['-', '2010 2011 2012 2013 2014 2015 2043 2212 fe58 fe63'],
  ['...', '2026'],
  // Spaces that do not break, or have a certain width.
  [' ', '9 a0 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200a 202f 205f 3000'],
  // Line and paragraph separators.
  ['\n', 'b 85 2028 2029'],
  // Characters without a width: soft hyphen, joiners, directions, byte order mark.
  ['', 'ad 200b 200c 200d 200e 200f 202a 202b 202c 202d 202e 2060 2066 2067 2068 2069 fe0e fe0f feff'],
  // Bullets.
  ['*', 'b7 2022 2023 2219 25aa 25cf 25e6'],
  ['x', 'd7'],
  ['/', 'f7 2044 2215'],
  ['~', '2dc 223c'],
  ['<', '2329 27e8'],
  ['>', '232a 27e9'],
  ['->', '2192'],
  ['<-', '2190'],
  ['<=', '2264'],
  ['>=', '2265'],
  ['!=', '2260'],
  ['+-', 'b1'],
  ['(C)', 'a9'],
  ['(R)', 'ae'],
  ['(TM)', '2122'],
  ['No.', '2116'],
  ['1/4', 'bc'],
  ['1/2', 'bd'],
  ['3/4', 'be'],
  ['1', 'b9'],
  ['2', 'b2'],
  ['3', 'b3'],
  ['ff', 'fb00'],
  ['fi', 'fb01'],
  ['fl', 'fb02'],
  ['ffi', 'fb03'],
  ['ffl', 'fb04'],
]

const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(([to, codes]) =>
    codes.split(' ').map((code) => [String.fromCharCode(Number.parseInt(code, 16)), to] as const),
  ),
)

const FULL_WIDTH_FIRST = 0xff01
const FULL_WIDTH_TO_ASCII = 0xfee0

/** No replaced character has a meaning in a class. */
const PATTERN = new RegExp(`[${[...REPLACEMENTS.keys()].join('')}\\uff01-\\uff5e]`, 'g')

const replacementOf = (char: string): string =>
  REPLACEMENTS.get(char) ??
  (char.charCodeAt(0) >= FULL_WIDTH_FIRST ? String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_TO_ASCII) : char)

const isGsm = (text: string) => fitText(text, 'gsm').encoding === 'gsm'

/**
 * Replaces typographic characters such as curly quotes, if the whole text then fits GSM 03.38. Otherwise returns it
 * unchanged: a text that needs UCS-2 anyway keeps its characters. Never replaces letters.
 */
export function toGsmText(text: string): string {
  if (isGsm(text)) return text
  // A letter and its accent become one character, which GSM 03.38 may have.
  const replaced = text.normalize('NFC').replace(PATTERN, replacementOf)
  return isGsm(replaced) ? replaced : text
}

/** The characters that `toGsmText` replaces in a text, each once, in the order of their first use. */
export function listReplaced(text: string): Replacement[] {
  if (toGsmText(text) === text) return []
  return [...new Set(text.normalize('NFC').match(PATTERN))].map((from) => ({ from, to: replacementOf(from) }))
}
