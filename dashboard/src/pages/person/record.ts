import type { PersonData } from '../../../../src/contract/console/person.ts'
import { fill, t } from '../../text.ts'

export type Source = PersonData['sources'][number]
export type SourceRecord = Source['records'][number]

const times = ['createdAt', 'receivedAt', 'at', 'lastAt', 'hour']

export function timeOf(record: SourceRecord): string | null {
  const time = times.map((name) => record[name]).find((value) => typeof value === 'string')
  return typeof time === 'string' ? time : null
}

/** Values that say little to people. */
const hidden = [
  'id',
  'accountId',
  'requestId',
  'recipientId',
  'conversationId',
  'endpointId',
  'eventId',
  'importId',
  'parts',
  'product',
]
const isTime = (name: string) => times.includes(name) || name.endsWith('At')

/** The values of a record that are worth reading, in the order of its columns. All records have the number itself. */
export const contentOf = (record: SourceRecord, columns: readonly string[], phone: string): string =>
  columns
    .filter((name) => !hidden.includes(name) && !isTime(name))
    .map((name) => record[name])
    .filter((value) => value !== null && value !== undefined && value !== '' && value !== phone)
    .join(' · ')

export const countText = ({ count, hasMore }: Source): string =>
  fill(hasMore ? t.person.moreRecords : t.person.records, { count })
