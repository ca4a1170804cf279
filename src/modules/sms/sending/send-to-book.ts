import type { IdempotencyKey } from '../../../engine/http/index.ts'
import { fitText } from '../../../values/gsm.ts'
import { Refusal } from '../../../values/refusal.ts'
import {
  bookMissing,
  type ContactFields,
  findBook,
  listContactsAfter,
  placeholderNames,
  placeholderValue,
} from '../../contacts/index.ts'
import { type CompiledText, compileText } from '../../templates/index.ts'
import type { SmsContext } from '../context.ts'
import { internalError, unknownPlaceholders } from '../errors.ts'
import type { Accepted, OwnText, Recipient, SendContent } from '../model.ts'
import { sendOnce } from './send.ts'
import { findLastRecipient } from './store-accept.ts'

/** The number of contacts per query. */
const stepSize = 1_000

/** The maximum length of all personal texts of one request, which are kept in memory. */
const textLengthMax = 8_000_000

export interface BookAccepted {
  readonly requests: readonly Accepted[]
  /** Why the remaining contacts got no message; null when all did. */
  readonly stoppedBy: Refusal | null
}

/**
 * Sends to every contact of an address book, with placeholders filled in. A book with more contacts than fit into a
 * request becomes several requests, and each of them is accepted as a whole. A repeated call under the same idempotency
 * key continues where the first one stopped.
 */
export async function sendToBook(
  ctx: SmsContext,
  accountId: number,
  bookId: number,
  content: SendContent,
  key: IdempotencyKey | null,
  messagesPerDay: number | null,
): Promise<BookAccepted> {
  const readAfter = await openBook(ctx, accountId, bookId, content)
  const requests: Accepted[] = []
  for (let part = 1, afterId = 0; ; part += 1) {
    const recipients = await readAfter(afterId)
    const last = recipients.at(-1)
    // An empty book is still sent as a request without recipients, so that its sender ID is checked.
    if (last === undefined && part > 1) return { requests, stoppedBy: null }
    const partKey = key === null ? null : { ...key, key: `${key.key} part ${part}` }
    try {
      const accepted = await sendOnce(ctx, accountId, () => ({ ...content, recipients, part }), partKey, messagesPerDay)
      requests.push(accepted)
      if (last === undefined) return { requests, stoppedBy: null }
      afterId = await endOf(ctx, accountId, accepted, Number(last.recipientId))
    } catch (error) {
      if (requests.length === 0) throw error
      return { requests, stoppedBy: stopOf(ctx, error) }
    }
  }
}

/** Yields the contacts of a book with their texts, one request at a time. */
export async function* readBook(
  ctx: SmsContext,
  accountId: number,
  bookId: number,
  content: SendContent,
): AsyncGenerator<readonly Recipient[]> {
  const readAfter = await openBook(ctx, accountId, bookId, content)
  for (let afterId = 0; ; ) {
    const recipients = await readAfter(afterId)
    const last = recipients.at(-1)
    if (last === undefined) return
    afterId = Number(last.recipientId)
    yield recipients
  }
}

/** Reads the contacts after the given one that fit into a request, with their texts. */
type ReadAfter = (contactId: number) => Promise<readonly Recipient[]>

async function openBook(ctx: SmsContext, accountId: number, bookId: number, content: SendContent): Promise<ReadAfter> {
  if ((await findBook(ctx.db, accountId, bookId)) === null) throw bookMissing()
  const text = compileText(content.text)
  rejectUnknown(text)
  const fill = (contact: ContactFields) => ownText(text, contact, content, ctx.config.segmentsMax)
  return (contactId) => readRecipients(ctx, accountId, bookId, contactId, text.placeholders.length === 0 ? null : fill)
}

/**
 * Accepted requests are reported even when the rest failed. A client that only sees an error would send everything
 * again.
 */
function stopOf(ctx: SmsContext, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  ctx.log.error({ err: error }, 'a send to an address book stopped early')
  return internalError()
}

/**
 * The last contact of a part that was accepted earlier. The book may have changed since then, and no contact may be
 * skipped or get two messages.
 */
async function endOf(
  ctx: SmsContext,
  accountId: number,
  { replayed, requestId }: Accepted,
  otherwise: number,
): Promise<number> {
  const last = replayed ? await findLastRecipient(ctx.db, accountId, requestId) : null
  return last === null ? otherwise : Number(last)
}

/** A misspelled placeholder would leave a gap in every message. */
function rejectUnknown({ placeholders }: CompiledText): void {
  const unknown = placeholders.filter((name) => !placeholderNames.includes(name))
  if (unknown.length > 0) throw unknownPlaceholders(unknown, placeholderNames)
}

/** Reads as many of the next contacts as fit into a request. */
async function readRecipients(
  ctx: SmsContext,
  accountId: number,
  bookId: number,
  afterId: number,
  fill: ((contact: ContactFields) => OwnText | null) | null,
): Promise<Recipient[]> {
  const recipients: Recipient[] = []
  let after = afterId
  let textLength = 0
  while (recipients.length < ctx.config.recipientsMax && textLength < textLengthMax) {
    const contacts = await listContactsAfter(
      ctx.db,
      accountId,
      bookId,
      after,
      Math.min(stepSize, ctx.config.recipientsMax - recipients.length),
    )
    for (const contact of contacts) {
      const recipient = { recipientId: String(contact.id), number: contact.phone }
      const own = fill?.(contact)
      textLength += own?.text.length ?? 0
      recipients.push(own === undefined ? recipient : { ...recipient, own })
    }
    const last = contacts.at(-1)
    if (last === undefined) break
    after = last.id
  }
  return recipients
}

/** Null when the text is empty or too long. That contact counts as invalid, and the others still get their messages. */
function ownText(
  text: CompiledText,
  contact: ContactFields,
  { encoding: wanted }: SendContent,
  segmentsMax: number,
): OwnText | null {
  const filled = text.fill((name) => placeholderValue(contact, name))
  const { encoding, segments } = fitText(filled, wanted)
  return filled.trim() === '' || segments > segmentsMax ? null : { text: filled, encoding, segments }
}
