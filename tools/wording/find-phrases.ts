import { exceptions, rules } from './rules.ts'
import { findParagraphs, findTexts } from './texts.ts'

export interface Finding {
  readonly line: number
  /** The phrase with the words around it. */
  readonly phrase: string
  readonly advice: string
}

/** This folder quotes the phrases. */
const ownFolder = 'tools/wording/'
const wordsAround = 40

/** Finds the phrases of the rules in a file. `onException` gets the index of each exception that applied. */
export function findPhrases(path: string, source: string, onException: (index: number) => void = () => {}): Finding[] {
  if (path.startsWith(ownFolder)) return []
  const pieces = path.endsWith('.md') ? findParagraphs(source) : findTexts(source)
  return pieces.flatMap(({ line, text }) =>
    rules.flatMap(({ pattern, advice }) => {
      const match = pattern.exec(text)
      if (match === null) return []
      const exception = exceptions.findIndex((one) => one.path === path && text.includes(one.text))
      if (exception !== -1) {
        onException(exception)
        return []
      }
      const phrase = text.slice(Math.max(0, match.index - wordsAround), match.index + wordsAround * 2)
      return [{ line, phrase, advice }]
    }),
  )
}
