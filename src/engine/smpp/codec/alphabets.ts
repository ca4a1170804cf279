import { GSM_BASIC, GSM_EXTENSION } from '../../../values/gsm.ts'

/** The characters of septets, without and with an escape. */
export interface Alphabet {
  readonly basic: string
  readonly extension: ReadonlyMap<number, string>
}

const extension = new Map([...GSM_EXTENSION].map(([char, septet]) => [septet, char]))

/** GSM 03.38 without a national language. */
export const defaultAlphabet: Alphabet = { basic: GSM_BASIC, extension }

const lockingShift = 0x25
const singleShift = 0x24

/** Tables of 3GPP TS 23.038 by language: 1 Turkish, 2 Spanish, 3 Portuguese. */
const lockingTables: ReadonlyMap<number, string> = new Map([
  [
    1,
    '@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bŞşßÉ !"#¤%&\'()*+,-./0123456789:;<=>?İABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§çabcdefghijklmnopqrstuvwxyzäöñüà',
  ],
  [
    3,
    '@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|\x1bÂâÊÉ !"#º%&\'()*+,-./0123456789:;<=>?ÍABCDEFGHIJKLMNOPQRSTUVWXYZÃÕÚÜ§~abcdefghijklmnopqrstuvwxyzãõ`üà',
  ],
])
const singleTables: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map([
  [1, withExtension({ Ğ: 0x47, İ: 0x49, Ş: 0x53, ç: 0x63, ğ: 0x67, ı: 0x69, ş: 0x73 })],
  [2, withExtension({ ç: 0x09, Á: 0x41, Í: 0x49, Ó: 0x4f, Ú: 0x55, á: 0x61, í: 0x69, ó: 0x6f, ú: 0x75 })],
  [
    3,
    withExtension({
      ...{ ê: 0x05, ç: 0x09, Ô: 0x0b, ô: 0x0c, Á: 0x0e, á: 0x0f, Φ: 0x12, Γ: 0x13, Ω: 0x15, Π: 0x16, Ψ: 0x17 },
      ...{ Σ: 0x18, Θ: 0x19, Ê: 0x1f, À: 0x41, Í: 0x49, Ó: 0x4f, Ú: 0x55, Ã: 0x5b, Õ: 0x5c, Â: 0x61, í: 0x69 },
      ...{ ó: 0x6f, ú: 0x75, ã: 0x7b, õ: 0x7c, â: 0x7f },
    }),
  ],
])

export function alphabetOf(elements: readonly Buffer[]): Alphabet {
  let alphabet = defaultAlphabet
  for (const [kind, , language = 0] of elements) {
    if (kind === lockingShift) alphabet = { ...alphabet, basic: lockingTables.get(language) ?? alphabet.basic }
    if (kind === singleShift) alphabet = { ...alphabet, extension: singleTables.get(language) ?? alphabet.extension }
  }
  return alphabet
}

/** National tables extend the common one. */
function withExtension(septets: Readonly<Record<string, number>>): ReadonlyMap<number, string> {
  return new Map([...extension, ...Object.entries(septets).map(([char, septet]) => [septet, char] as const)])
}
