import { senderStatuses } from '../../contract/account/senders.ts'
import {
  invalidParameter,
  type PageOf,
  type PageQuestion,
  type Query,
  readSearch,
  readSort,
} from '../../values/page.ts'
import type { SenderField, SendersQuestion } from './store.ts'

/** Sort fields by their names in the API. */
export type SortNames = Readonly<Record<string, SenderField>> & { readonly created: 'created' }

/** Reads a page of a list from a query. An unknown status has no entries. */
export async function readSenders<T>(
  query: Query,
  page: PageQuestion,
  names: SortNames,
  list: (question: SendersQuestion) => Promise<PageOf<T>>,
): Promise<PageOf<T>> {
  const { field, direction } = readSort(query, Object.keys(names))
  const search = readSearch(query)
  const wanted = readStatus(query)
  const status = senderStatuses.find((one) => one === wanted) ?? null
  if (wanted !== null && status === null) return { items: [], total: 0 }
  return list({ page, sort: { field: names[field] ?? 'created', direction }, search, status })
}

function readStatus({ status }: Query): string | null {
  if (status === undefined || status === '') return null
  if (typeof status !== 'string') throw invalidParameter('status', `one of ${senderStatuses.join(', ')}, given once`)
  return status
}
