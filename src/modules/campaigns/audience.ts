import { type Phone, parsePhone } from '../../values/phone.ts'
import { contactVariables, type PlainContact } from '../contacts/index.ts'
import { openContactReader, type Recipient, type SmsContext, type ValueOf } from '../sms/index.ts'
import type { Campaign } from './store.ts'
import type { FileRow } from './store-audience.ts'
import { findPartAfter } from './store-files.ts'

/** A recipient of a campaign: a row of its file, or a contact. */
export interface Member {
  /** Null when the number of a row was erased. */
  readonly phone: Phone | null
  readonly contactId?: number
  readonly row?: FileRow
  readonly valueOf: ValueOf
}

/** A member with a number. */
export type ReachableMember = Member & { readonly phone: Phone }

/** Counts members that get no message. */
export interface LeftOut {
  duplicates: number
  excluded: number
}

/** Members that are returned at once. */
const chunkSize = 1_000

/**
 * Reads the audience of a campaign: first the rows of its file, then contacts in the order of their ids. Every number
 * comes once, excluded numbers never.
 */
export async function* readAudience(
  ctx: SmsContext,
  campaign: Campaign,
  left: LeftOut = { duplicates: 0, excluded: 0 },
): AsyncGenerator<readonly ReachableMember[]> {
  const { db, clock } = ctx
  const { accountId, audience } = campaign
  const { exclude } = audience
  const seen = new PhoneSet()
  const excluded = new PhoneSet()
  const isNew = (member: Member): member is ReachableMember => {
    if (member.phone === null) return false
    if (excluded.has(member.phone)) left.excluded += 1
    else if (seen.add(member.phone)) return true
    else left.duplicates += 1
    return false
  }
  for (const number of exclude.numbers) excluded.add(number as Phone)
  for await (const contacts of contactsOf(ctx, accountId, { ...exclude, contactIds: [] }, clock.now()))
    for (const { phone } of contacts) excluded.add(phone)
  for (let after = -1; campaign.fileUpload !== null; ) {
    const part = await findPartAfter(db, accountId, campaign.fileUpload, after)
    if (part === null) break
    after = part.place
    yield part.rows.map((row) => memberOfRow(row, campaign.fileColumns ?? [])).filter(isNew)
  }
  for await (const contacts of contactsOf(ctx, accountId, audience, clock.now()))
    yield contacts.map(memberOfContact).filter(isNew)
}

type Lists = Pick<Campaign['audience'], 'bookIds' | 'segmentIds' | 'contactIds'>

async function* contactsOf({ db }: SmsContext, accountId: number, lists: Lists, now: Date) {
  const read = (await openContactReader(db, accountId, lists, now))?.(0)
  let contacts: PlainContact[] = []
  for (let contact = await read?.(); contact; contact = await read?.()) {
    if (!contact.isMissing) contacts.push(contact)
    if (contacts.length < chunkSize) continue
    yield contacts
    contacts = []
  }
  if (contacts.length > 0) yield contacts
}

export const memberOfContact = (contact: PlainContact): Member => ({
  phone: contact.phone,
  contactId: contact.id,
  valueOf: contactVariables(contact),
})

export function memberOfRow(row: FileRow, columns: readonly string[]): Member {
  const [number, ...values] = row
  return { phone: parsePhone(number), row, valueOf: (name) => values[columns.indexOf(name)] }
}

/** A contact of the audience that was deleted since. */
export const goneContact = (id: number): Recipient => ({
  recipientId: String(id),
  idOf: 'server',
  number: '',
  phone: null,
})

const loadMax = 0.6
const sizeMin = 1_024
/** Spreads consecutive numbers over the table. */
const factor = 0x9e3779b1

/** A set of millions of numbers in memory: 13 to 27 bytes for each. */
export class PhoneSet {
  #table = new Float64Array(sizeMin)
  #count = 0

  /** False when the number was in the set. */
  add(phone: Phone): boolean {
    if (this.#count >= this.#table.length * loadMax) this.#grow()
    const place = this.#placeOf(Number(phone))
    if (this.#table[place] !== 0) return false
    this.#table[place] = Number(phone)
    this.#count += 1
    return true
  }

  has(phone: Phone): boolean {
    return this.#table[this.#placeOf(Number(phone))] !== 0
  }

  /** The place of a number, or the free place where it belongs. */
  #placeOf(value: number): number {
    const mask = this.#table.length - 1
    let place = Math.imul(value % 0x7fffffff, factor) & mask
    while (this.#table[place] !== 0 && this.#table[place] !== value) place = (place + 1) & mask
    return place
  }

  #grow(): void {
    const before = this.#table
    this.#table = new Float64Array(before.length * 2)
    for (const value of before) if (value !== 0) this.#table[this.#placeOf(value)] = value
  }
}
