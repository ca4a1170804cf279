import type { BookSendBody, QuoteBody } from '../../../../src/contract/console/sms.ts'
import type { SendBody } from '../../../../src/contract/public/sms.ts'
import { toScheduleTime } from '../../parts/schedule-time.ts'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumbers } from './numbers.ts'

/** The request to numbers or to an address book. */
export type SendRequest =
  | { readonly bookId: null; readonly body: SendBody }
  | { readonly bookId: number; readonly body: BookSendBody }

/** Null while the recipients, the sender or the text are missing. */
export function toRequest(draft: Draft, file: NumberFile | null): SendRequest | null {
  const { sender, to, text, campaign, book, isLater, later } = draft
  if (text === '' || sender === '') return null
  const schedule = isLater ? toScheduleTime(later) : null
  const body = {
    source_addr: sender,
    message: text,
    encoding: 0 as const,
    ...(campaign.trim() === '' ? {} : { campaign_title: campaign.trim() }),
    ...(schedule === null ? {} : { schedule_time: schedule }),
  }
  if (to === 'book') return book === null ? null : { bookId: book.id, body }
  const numbers = to === 'file' ? (file?.numbers ?? []) : readNumbers(draft.numbers)
  if (numbers.length === 0) return null
  return {
    bookId: null,
    body: { ...body, recipients: numbers.map((number, place) => ({ recipient_id: place + 1, dest_addr: number })) },
  }
}

/** Leaves the schedule time out: a time in the past is invalid but does not change the price. */
export function toQuote({ bookId, body: { schedule_time: _, ...body } }: SendRequest): QuoteBody {
  return bookId === null ? body : { ...body, book_id: bookId }
}
