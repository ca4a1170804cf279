import { useSessionStorage } from '@mantine/hooks'
import type { RequestOf } from '../../../../src/contract/console/index.ts'
import { compileText, type ValueOf } from '../../../../src/values/placeholders.ts'

/** The texts that a member is writing in a conversation. They survive a reload and a look at another conversation. */
export interface Draft {
  readonly mode: 'reply' | 'note'
  readonly reply: string
  readonly note: string
  /** The sender ID that the member chose. */
  readonly from: string | null
  /** The replies of the conversation when the reply was begun. A later reply of another member is refused by it. */
  readonly replies: number | null
  /** A reply that was sent without an answer. It may be the newest one, so it is repeated unchanged. */
  readonly unanswered: ReplyBody | null
}

export type ReplyBody = RequestOf<'POST /v2/conversations/:conversation/replies'>['body']

export const emptyDraft: Draft = { mode: 'reply', reply: '', note: '', from: null, replies: null, unanswered: null }

/** The request for a reply. A conversation that has a sender since an unanswered reply must not change the repetition. */
export const bodyOf = ({ reply: text, unanswered }: Draft, from: string | null, replies: number): ReplyBody =>
  unanswered ?? { text, replies, ...(from === null ? {} : { from }) }

/** Text that was typed during the request is the next reply. Its author has seen the replies up to their own. */
export function afterReply(draft: Draft, sent: string, replies: number): Draft {
  const reply = draft.reply === sent ? '' : draft.reply
  return { ...draft, reply, replies: reply === '' ? null : replies, unanswered: null }
}

/** Whether somebody has replied since the reply was begun. */
export const isBehind = ({ reply, replies, unanswered }: Draft, newest: number): boolean =>
  reply !== '' && replies !== null && newest > replies && unanswered === null

export const useDraft = (place: string) =>
  useSessionStorage<Draft>({ key: `ngoma.inbox.${place}`, defaultValue: emptyDraft, getInitialValueInEffect: false })

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
