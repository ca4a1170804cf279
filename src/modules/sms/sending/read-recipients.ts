import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Addressee } from '../../../contract/account/send.ts'
import { messageLengthMax } from '../../../contract/public/sms.ts'
import { parseTypedPhone } from '../../../values/local-number.ts'
import type { Phone } from '../../../values/phone.ts'
import { contactVariables, listPlaceholders } from '../../contacts/index.ts'
import type { SmsContext } from '../context.ts'
import { unknownPlaceholders } from '../errors.ts'
import type { Recipient } from '../model.ts'
import { type ContactReader, openContactReader } from './contact-sources.ts'
import type { PersonalText, ValueOf } from './personal-text.ts'
import { type Order, readVariables } from './read-order.ts'

/** Numbers to read before yielding to other requests. */
const sliceSize = 1_000
/** Characters of personal texts to fill before yielding to other requests. */
const sliceLength = 100_000
/** The maximum length of all personal texts of one request, which are kept in memory. */
const textLengthMax = 8_000_000

/** How far the recipients of a send were read: first the entries of `to`, then the contacts by id. */
export interface Position {
  readonly to: number
  readonly contactId: number
  readonly isEnd: boolean
}

export const beginning: Position = { to: 0, contactId: 0, isEnd: false }

/** Recipients that become one request. */
export interface RecipientsPart {
  readonly recipients: readonly Recipient[]
  /** Numbers of the entries of `to` in earlier parts. Contacts of different parts have different numbers. */
  readonly earlier: ReadonlySet<Phone>
  readonly end: Position
}

/** Reads as many recipients after a position as fit into a request, with their texts. */
export type ReadPart = (from: Position) => Promise<RecipientsPart>

export async function openRecipients(
  ctx: SmsContext,
  accountId: number,
  order: Order,
  { country, text }: { readonly country: string; readonly text: PersonalText | null },
): Promise<ReadPart> {
  const { to, variables } = order
  const contacts = await openContactReader(ctx.db, accountId, order, ctx.clock.now())
  if (text !== null) await rejectUnknown(ctx, accountId, order, text, contacts)
  const phones = await readNumbers(to, country)
  const { recipientsMax } = ctx.config

  return async (from) => {
    const recipients: Recipient[] = []
    let textLength = 0
    const isFull = () => recipients.length >= recipientsMax || textLength >= textLengthMax
    let filledLength = 0
    const add = (recipient: Recipient, lookup: ValueOf): Promise<void> | null => {
      const own = text?.ownOf(lookup)
      textLength += own?.text.length ?? 0
      recipients.push(own === undefined ? recipient : { ...recipient, own })
      // A text that is too long also took time.
      filledLength += own === null ? messageLengthMax : (own?.text.length ?? 0)
      if (filledLength < sliceLength) return null
      filledLength = 0
      return nextTurn()
    }

    let next = from.to
    for (; next < to.length && !isFull(); next += 1) {
      if (next % sliceSize === 0) await nextTurn()
      const { number, reference, variables: own } = to[next] as Addressee
      const values = own === undefined ? variables : readVariables(own)
      const pause = add(
        {
          ...(reference === undefined
            ? { recipientId: String(next + 1), idOf: 'server' }
            : { recipientId: reference, idOf: 'client' }),
          number,
          phone: phones[next] ?? null,
        },
        (name) => values.get(name) ?? variables.get(name),
      )
      if (pause !== null) await pause
    }
    let { contactId } = from
    let isEnd = contacts === null && next === to.length
    for (const read = contacts?.(contactId); read !== undefined; ) {
      const contact = await read()
      isEnd = contact === null && next === to.length
      // Other sources may have the last contact too: it counts as a duplicate.
      if (contact === null || (isFull() && contact.id !== contactId)) break
      contactId = contact.id
      const recipientId = String(contactId)
      if (contact.isMissing) recipients.push({ recipientId, idOf: 'server', number: '', phone: null })
      else {
        const { phone } = contact
        const fieldOf = contactVariables(contact)
        const pause = add(
          { recipientId, idOf: 'server', number: phone, phone },
          (name) => variables.get(name) ?? fieldOf(name),
        )
        if (pause !== null) await pause
      }
    }
    return { recipients, earlier: numbersBefore(phones, from.to), end: { to: next, contactId, isEnd } }
  }
}

const numbersBefore = (phones: readonly (Phone | null)[], end: number): ReadonlySet<Phone> =>
  new Set(phones.slice(0, end).filter((phone) => phone !== null))

/** The numbers of `to`. Reading them takes longer than other checks, so it yields to other requests. */
async function readNumbers(to: readonly Addressee[], country: string): Promise<(Phone | null)[]> {
  const phones: (Phone | null)[] = []
  for (const [index, { number }] of to.entries()) {
    if (index % sliceSize === sliceSize - 1) await nextTurn()
    phones.push(parseTypedPhone(number, country))
  }
  return phones
}

/** A misspelled placeholder would leave a gap in every message. */
async function rejectUnknown(
  { db }: Pick<SmsContext, 'db'>,
  accountId: number,
  { to, variables }: Order,
  { placeholders }: PersonalText,
  contacts: ContactReader | null,
): Promise<void> {
  const given = new Set(variables.keys())
  for (const { variables: own } of to) for (const name of Object.keys(own ?? {})) given.add(name.toLowerCase())
  const missing = placeholders.filter((name) => !given.has(name))
  if (missing.length === 0) return
  const fields = contacts === null ? [] : await listPlaceholders(db, accountId)
  const unknown = missing.filter((name) => !fields.includes(name))
  if (unknown.length > 0) throw unknownPlaceholders(unknown, [...given, ...fields])
}
