import { type SenderStatus, senderStatuses } from '../../contract/account/senders.ts'
import {
  invalidParameter,
  noItems,
  type PageOf,
  type PageRequest,
  type Query,
  readSearch,
  readSort,
} from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import type { SenderField, SenderFilter } from './store.ts'

const lengthMax = 11
const number = /^\+?\d{1,20}$/

/** Whether the text has the shape of a sender ID: up to 11 characters, or a number of up to 20 digits. */
export function isSenderShape(sender: string): boolean {
  return sender !== '' && (sender.length <= lengthMax || number.test(sender))
}

/** The keyboard characters of the GSM alphabet that take one septet: phones garble others, or networks reject them. */
const gsmCharacters = /^[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_-]+$/

/** The trimmed sender ID; null when it is invalid. */
export function parseSender(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const sender = value.trim()
  return isSenderShape(sender) && gsmCharacters.test(sender) ? sender : null
}

/** A decision of an operator. */
export type Decision = 'approve' | 'reject' | 'deactivate'

const outcomes: Readonly<Record<Decision, { readonly to: SenderStatus; readonly from: readonly SenderStatus[] }>> = {
  approve: { to: 'active', from: ['pending', 'rejected', 'inactive'] },
  // A sender ID that is or was active cannot be rejected any more.
  reject: { to: 'rejected', from: ['pending'] },
  deactivate: { to: 'inactive', from: ['active'] },
}

/** The resulting status, or the same for a repeated decision. Null when the decision is not possible. */
export function decide(status: SenderStatus, decision: Decision): SenderStatus | null {
  const { to, from } = outcomes[decision]
  return status === to || from.includes(status) ? to : null
}

/** The decisions that would change the status. */
export const decisionsFor = (status: SenderStatus) =>
  (Object.keys(outcomes) as Decision[]).filter((decision) => outcomes[decision].from.includes(status))

/** Sort fields by their names in the API. */
export type SortNames = Readonly<Record<string, SenderField>> & { readonly created: 'created' }

/** Reads a page of a list from a query. An unknown status has no entries. */
export async function readSenders<T, Page extends PageRequest | Place>(
  query: Query,
  page: Page,
  names: SortNames,
  list: (filter: SenderFilter<Page>) => Promise<PageOf<T>>,
): Promise<PageOf<T>> {
  const { field, direction } = readSort(query, Object.keys(names))
  const search = readSearch(query)
  const wanted = readStatus(query)
  const status = senderStatuses.find((one) => one === wanted) ?? null
  if (wanted !== null && status === null) return noItems
  return list({ page, sort: { field: names[field] ?? 'created', direction }, search, status })
}

function readStatus({ status }: Query): string | null {
  if (status === undefined || status === '') return null
  if (typeof status !== 'string') throw invalidParameter('status', `one of ${senderStatuses.join(', ')}, given once`)
  return status
}
