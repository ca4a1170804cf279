import { toScheduleTime } from '../../parts/schedule-time.ts'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumbers } from './numbers.ts'

/** What is asked of the server, from what was written. */

export interface SendRequest {
  /** Under the account. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Null while somebody to write to, or something to write, is missing. */
export function toRequest(draft: Draft, file: NumberFile | null): SendRequest | null {
  const { sender, to, text, campaign, book, isLater, later } = draft
  if (text === '' || sender === '') return null
  const schedule = isLater ? toScheduleTime(later) : null
  const body = {
    source_addr: sender,
    message: text,
    encoding: 0,
    ...(campaign.trim() === '' ? {} : { campaign_title: campaign.trim() }),
    ...(schedule === null ? {} : { schedule_time: schedule }),
  }
  if (to === 'book') return book === null ? null : { path: `/books/${book.id}/send`, body }
  const numbers = to === 'file' ? (file?.numbers ?? []) : readNumbers(draft.numbers)
  if (numbers.length === 0) return null
  return {
    path: '/sms/send',
    body: { ...body, recipients: numbers.map((number, place) => ({ recipient_id: place + 1, dest_addr: number })) },
  }
}

/**
 * The price is asked for at any time: what was sent yesterday is no longer to be scheduled, but still costs what it
 * costs.
 */
export function toQuote(request: SendRequest, draft: Draft): Readonly<Record<string, unknown>> {
  const { schedule_time: _, ...body } = request.body
  return draft.to === 'book' && draft.book !== null ? { ...body, book_id: draft.book.id } : body
}
