import type { SmsContext } from '../context.ts'
import { type FoundRequest, listMessageIds, listReferences, listRequestsByIds } from './store-find.ts'
import type { StoredMessage } from './store-messages.ts'
import { listSpans, noFilter } from './store-requests.ts'
import { listIdsToPhone, listMatching } from './store-search.ts'

export interface SmsQuery {
  /** The id of a message or of a request. */
  readonly id: number | null
  readonly phone: string | null
  /** A reference, or a campaign. */
  readonly text: string
}

export interface FoundSms {
  readonly messages: readonly StoredMessage[]
  readonly requests: readonly FoundRequest[]
}

const anyId = { firstId: 0, lastId: Number.MAX_SAFE_INTEGER }

/** A few messages and requests by id, number, reference or campaign: full matches, for which there are indexes. */
export async function findSms(
  { db, clock }: Pick<SmsContext, 'db' | 'clock'>,
  accountId: number,
  { id, phone, text }: SmsQuery,
  limit: number,
): Promise<FoundSms> {
  const [byId, toPhone, references, ofCampaign] = await Promise.all([
    id === null ? [] : listMessageIds(db, accountId, id),
    phone === null ? [] : listIdsToPhone(db, accountId, phone, anyId, limit),
    listReferences(db, accountId, text, limit),
    listSpans(db, accountId, { ...noFilter, campaign: text }, null, limit),
  ])
  const referred = references.flatMap(({ message_id, request_id }) =>
    message_id === null ? [] : [{ id: message_id, request_id }],
  )
  const requestIds = [
    ...(id === null ? [] : [id]),
    ...references.flatMap(({ message_id, request_id }) => (message_id === null ? [request_id] : [])),
    ...ofCampaign.map((request) => request.id),
  ]
  const messageIds = [...byId, ...referred, ...toPhone]
  const [messages, requests] = await Promise.all([
    messageIds.length === 0
      ? []
      : listMatching(db, accountId, messageIds, { filter: noFilter, now: clock.now(), limit }),
    listRequestsByIds(db, accountId, requestIds),
  ])
  return { messages, requests: requests.slice(0, limit) }
}
