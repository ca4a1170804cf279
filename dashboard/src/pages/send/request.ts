import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import type { SendBody } from '../../../../src/contract/account/send.ts'
import { placeholderNames } from '../../../../src/values/contact-placeholders.ts'
import { findNearest } from '../../../../src/values/nearest.ts'
import { listPlaceholders } from '../../../../src/values/placeholders.ts'
import { toIso } from '../../parts/formats.ts'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumbers } from './numbers.ts'

/** Null while the recipients, the sender or the text are missing. */
export function toBody(draft: Draft, file: NumberFile | null): SendBody | null {
  const { sender, text, campaign, isLater, later, isSmart } = draft
  const recipients = recipientsOf(draft, file)
  if (text === '' || sender === '' || recipients === null) return null
  const notBefore = isLater ? toIso(later) : undefined
  const variables = Object.fromEntries(listVariables(draft, file).map((name) => [name, draft.variables[name] ?? '']))
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

function recipientsOf({ to, book, segment, numbers, text }: Draft, file: NumberFile | null): Partial<SendBody> | null {
  if (to === 'book') return book === null ? null : { bookIds: [book.id] }
  if (to === 'segment') return segment === null ? null : { segmentIds: [segment.id] }
  if (to === 'file') return file === null ? null : { to: addresseesOf(file, text) }
  const typed = readNumbers(numbers)
  return typed.length === 0 ? null : { to: typed }
}

/** The numbers of a file, with the values that the text names. An empty cell is no value, so that it is reported. */
function addresseesOf(file: NumberFile, text: string): NonNullable<SendBody['to']> {
  const named = listNamed(file, text)
  if (named.length === 0) return file.recipients.map(({ number }) => number)
  return file.recipients.map(({ number, values }) => ({
    number,
    variables: Object.fromEntries(
      named.flatMap(({ key, place }) => (values[place] ? [[key, values[place]] as const] : [])),
    ),
  }))
}

/** The columns of a file that the text names, with their places. */
export function listNamed({ columns }: NumberFile, text: string) {
  const names = listPlaceholders(text)
  return columns.map(({ key }, place) => ({ key, place })).filter(({ key }) => names.includes(key))
}

export const isToContacts = (to: Draft['to']) => to === 'book' || to === 'segment'

/** Placeholders in the text that nothing but the form can fill: contacts have fields, and files have columns. */
export function listVariables({ to, text }: Pick<Draft, 'to' | 'text'>, file: NumberFile | null): string[] {
  if (isToContacts(to)) return []
  const columns = to === 'file' ? (file?.columns ?? []) : []
  return listPlaceholders(text).filter((name) => !columns.some(({ key }) => key === name))
}

/** Seconds in which a send can be undone. */
export const holdSeconds = 10

/** A send that is not scheduled waits on the server for an undo. */
export const toSend = (body: SendBody): SendBody =>
  body.notBefore === undefined ? { ...body, hold: holdSeconds } : body

export interface UnknownPlaceholder {
  readonly name: string
  /** The field that was probably meant. */
  readonly nearest: string | null
}

/** Placeholders of a text to contacts that no field fills. The server refuses them. */
export function listUnknown(
  { to, text }: Pick<Draft, 'to' | 'text'>,
  fields: readonly Pick<ContactField, 'key'>[],
): UnknownPlaceholder[] {
  if (!isToContacts(to)) return []
  const known = [...placeholderNames, ...fields.map(({ key }) => key)]
  return listPlaceholders(text)
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, nearest: findNearest(name, known) }))
}

/** The text with another placeholder. Its fallback stays. */
export const renamePlaceholder = (text: string, from: string, to: string): string =>
  text.replace(new RegExp(`\\{${from}(?=[|}])`, 'gi'), `{${to}`)

/** Leaves the time out: a time in the past is invalid but does not change the price. */
export const toQuote = ({ notBefore: _, ...body }: SendBody): SendBody => body
