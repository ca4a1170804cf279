import type { SendBody } from '../../../../src/contract/account/send.ts'
import { toIso } from '../../parts/local-time.ts'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumbers } from './numbers.ts'

/** Null while the recipients, the sender or the text are missing. */
export function toBody(draft: Draft, file: NumberFile | null): SendBody | null {
  const { sender, text, campaign, isLater, later, isSmart } = draft
  const recipients = recipientsOf(draft, file)
  if (text === '' || sender === '' || recipients === null) return null
  const notBefore = isLater ? toIso(later) : undefined
  const variables = Object.fromEntries(listVariables(draft).map((name) => [name, draft.variables[name] ?? '']))
  return {
    from: sender,
    text,
    ...recipients,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(campaign.trim() === '' ? {} : { campaign: campaign.trim() }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(isSmart === null ? {} : { smartEncoding: isSmart }),
  }
}

function recipientsOf({ to, book, segment, numbers }: Draft, file: NumberFile | null): Partial<SendBody> | null {
  if (to === 'book') return book === null ? null : { bookIds: [book.id] }
  if (to === 'segment') return segment === null ? null : { segmentIds: [segment.id] }
  const typed = to === 'file' ? [...(file?.numbers ?? [])] : readNumbers(numbers)
  return typed.length === 0 ? null : { to: typed }
}

export const isToContacts = (to: Draft['to']) => to === 'book' || to === 'segment'

/** Placeholders in the text that nothing but the form can fill. Contacts have fields of their own. */
export function listVariables({ to, text }: Draft): string[] {
  if (isToContacts(to)) return []
  return [
    ...new Set([...text.matchAll(/\{([A-Za-z][A-Za-z0-9_]{0,31})\}/g)].map(([, name = '']) => name.toLowerCase())),
  ]
}

/** Leaves the time out: a time in the past is invalid but does not change the price. */
export const toQuote = ({ notBefore: _, ...body }: SendBody): SendBody => body
