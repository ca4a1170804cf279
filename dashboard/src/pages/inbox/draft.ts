import { useSessionStorage } from '@mantine/hooks'
import type { RequestOf } from '../../../../src/contract/console/index.ts'
import { compileText, type ValueOf } from '../../../../src/values/placeholders.ts'
import { type ChosenTemplate, noTemplate } from '../../parts/chat-template.ts'

export type ReplyBody = RequestOf<'POST /v2/conversations/:conversation/replies'>['body']
/** The content of a reply. */
export type Message = Pick<ReplyBody, 'text' | 'media' | 'template'>
export type FileType = NonNullable<ReplyBody['media']>['type']

export type Mode = 'reply' | 'template' | 'file' | 'note'

/** The unsent reply and note of a member in a conversation. It survives a reload and a look at another conversation. */
export interface Draft {
  readonly mode: Mode
  readonly reply: string
  readonly note: string
  readonly template: ChosenTemplate
  readonly file: { readonly type: FileType; readonly url: string; readonly caption: string }
  /** The sender ID that the member chose. */
  readonly from: string | null
  /** The replies of the conversation when the reply was begun. A later reply of another member is refused by it. */
  readonly replies: number | null
  /** A reply that was sent without an answer. It may be the newest one, so it is repeated unchanged. */
  readonly unanswered: ReplyBody | null
}

export const emptyDraft: Draft = {
  ...{ mode: 'reply', reply: '', note: '', template: noTemplate, from: null, replies: null, unanswered: null },
  file: { type: 'image', url: '', caption: '' },
}

/** Whether no reply was begun. */
const isEmpty = ({ reply, template, file }: Draft) => reply === '' && template.key === null && file.url === ''

/** The draft after a change of the reply, which begins with the replies that its author sees. */
export function afterChange(draft: Draft, part: Partial<Draft>, replies: number): Draft {
  const next = { ...draft, ...part, unanswered: null }
  return { ...next, replies: isEmpty(next) ? null : (draft.replies ?? replies) }
}

/** The request for a reply. A conversation that has a sender since an unanswered reply must not change the repetition. */
export const bodyOf = ({ unanswered }: Draft, message: Message, from: string | null, replies: number): ReplyBody =>
  unanswered ?? { ...message, replies, from: from ?? undefined }

/** Text that was typed during the request is the next reply. Its author has seen the replies up to their own. */
export function afterReply(draft: Draft, sent: Message, replies: number): Draft {
  const next: Draft = {
    ...draft,
    ...(draft.reply === sent.text && { reply: '' }),
    ...(sent.template !== undefined && { template: noTemplate }),
    ...(sent.media !== undefined && { file: emptyDraft.file }),
    unanswered: null,
  }
  return { ...next, replies: isEmpty(next) ? null : replies }
}

/** Whether somebody has replied since the reply was begun. */
export const isBehind = ({ replies, unanswered }: Draft, newest: number): boolean =>
  replies !== null && newest > replies && unanswered === null

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
