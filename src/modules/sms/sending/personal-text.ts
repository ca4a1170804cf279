import { messageLengthMax } from '../../../contract/public/sms.ts'
import { fitText } from '../../../values/gsm.ts'
import { listReplaced, type Replacement, toGsmText } from '../../../values/smart-text.ts'
import { type CompiledText, compileText, type ValueOf } from '../../templates/index.ts'
import type { OwnText } from '../model.ts'

export type { ValueOf } from '../../templates/index.ts'

export interface TextOptions {
  readonly isSmart: boolean
  readonly segmentsMax: number
  /** Also counts the segments with the other choice about smart encoding, for a quote. */
  readonly compares?: boolean
}

/** The texts of a send. */
export interface PersonalText extends Pick<CompiledText, 'placeholders'> {
  /** The text of the request: with placeholders, the text before they are filled. */
  readonly common: OwnText
  /**
   * The text of one recipient; undefined when all have that of the request. Null when it is empty or too long: that
   * recipient counts as invalid, and the others still get their messages.
   */
  ownOf(lookup: ValueOf): OwnText | null | undefined
  /** The characters that smart encoding replaces in the texts so far; only for a quote. */
  replaced(): readonly Replacement[]
}

/** A quote shows no more of them. */
const replacedMax = 100

export function createPersonalText(
  text: string,
  { isSmart, segmentsMax, compares = false }: TextOptions,
): PersonalText {
  const compiled = compileText(text)
  const isPersonal = compiled.placeholders.length > 0
  const replaced = new Map<string, Replacement>()
  const fit = (filled: string): OwnText => {
    const fitted = fitFinal(filled, isSmart)
    if (!compares) return fitted
    if (replaced.size < replacedMax) for (const one of listReplaced(filled)) replaced.set(one.from, one)
    return { ...fitted, otherSegments: fitFinal(filled, !isSmart).segments }
  }
  return {
    placeholders: compiled.placeholders,
    common: isPersonal ? { text, ...fitText(text, 'gsm') } : fit(text),
    ownOf(lookup) {
      if (!isPersonal) return undefined
      const missing: string[] = []
      const noteMissing = compares ? { noteMissing: (name: string) => missing.push(name) } : {}
      const filled = compiled.fill(lookup, { lengthMax: messageLengthMax, ...noteMissing })
      if (filled === null) return null
      const own = missing.length === 0 ? fit(filled) : { ...fit(filled), missing }
      return own.text.trim() === '' || own.segments > segmentsMax ? null : own
    },
    replaced: () => [...replaced.values()],
  }
}

function fitFinal(text: string, isSmart: boolean) {
  const final = isSmart ? toGsmText(text) : text
  return { text: final, ...fitText(final, 'gsm') }
}
