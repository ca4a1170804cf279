import { useSessionStorage } from '@mantine/hooks'
import { compileText, type ValueOf } from '../../../../src/values/placeholders.ts'

/** The texts that a member is writing in a conversation. They survive a reload and a look at another conversation. */
export interface Draft {
  readonly mode: 'reply' | 'note'
  readonly reply: string
  readonly note: string
  /** The sender ID that the member chose. */
  readonly from: string | null
  /**
   * The replies of the conversation when the reply was begun. A later reply of another member is refused by it, and a
   * repeated request has the same body.
   */
  readonly replies: number | null
  /** The reply was sent without an answer. It may be the newest one, so it is repeated unchanged. */
  readonly isUnanswered: boolean
}

const empty: Draft = { mode: 'reply', reply: '', note: '', from: null, replies: null, isUnanswered: false }

export const useDraft = (place: string) =>
  useSessionStorage<Draft>({ key: `ngoma.inbox.${place}`, defaultValue: empty, getInitialValueInEffect: false })

/** Placeholders that nothing has filled. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(text.match(/\{[A-Za-z][A-Za-z0-9_]{0,31}(\|[^{}]*)?\}/g) ?? []),
]

/** Fills a template, and keeps the placeholders that have neither a value nor a fallback. */
export function fillKnown(template: string, valueFor: ValueOf): string {
  const compiled = compileText(template)
  const missing = new Set<string>()
  compiled.fill(valueFor, { noteMissing: (name) => missing.add(name) })
  return compiled.fill((name) => valueFor(name) ?? (missing.has(name) ? `{${name}}` : undefined)) ?? template
}
