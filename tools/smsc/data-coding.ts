/** The values of SMPP below 0x10, and the groups of GSM 03.38 that have a message class. */

export type SubmitAlphabet = 'default' | 'binary' | 'ucs2'

const hasClass = (dataCoding: number) => (dataCoding & 0xd0) === 0x10 || (dataCoding & 0xf0) === 0xf0

export function alphabetOf(dataCoding: number): SubmitAlphabet {
  if (dataCoding < 0x10) {
    if (dataCoding === 2 || dataCoding === 4) return 'binary'
    return dataCoding === 8 ? 'ucs2' : 'default'
  }
  if ((dataCoding & 0xf0) === 0xf0) return (dataCoding & 0x04) === 0 ? 'default' : 'binary'
  const bits = dataCoding & 0x0c
  return bits === 0x04 ? 'binary' : bits === 0x08 ? 'ucs2' : 'default'
}

/** 0 is a flash message; null without a class. */
export const messageClassOf = (dataCoding: number): number | null => (hasClass(dataCoding) ? dataCoding & 0x03 : null)
