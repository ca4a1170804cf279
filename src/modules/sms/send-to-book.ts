import type { IdempotencyKey } from '../../engine/http/index.ts'
import { fitText } from '../../values/gsm.ts'
import { Refusal } from '../../values/refusal.ts'
import { type ContactFields, findBook, listContactsAfter, placeholderNames, placeholderValue } from '../contacts/index.ts'
import { type CompiledText, compileText } from '../templates/index.ts'
import type { Accepted } from './accept.ts'
import type { SmsContext } from './context.ts'
import { bookNotFound, invalidMessage } from './errors.ts'
import type { OwnText, Recipient, SendContent } from './parse.ts'
import { sendSms } from './send.ts'

/** How many contacts are read at once. */
const stepSize = 1_000

export interface BookAccepted {
  readonly requests: readonly Accepted[]
  /** Why the contacts after these were not written to; null when all were. */
  readonly stoppedBy: Refusal | null
}

/**
 * Writes to every contact of a book, with its own values in the place of the placeholders. A book of more contacts than fit into a request becomes
 * several requests; each is taken whole. Under an idempotency key, whoever repeats a call that broke off goes on where it ended.
 */
export async function sendToBook(
  ctx: SmsContext,
  accountId: number,
  bookId: number,
  content: SendContent,
  key: IdempotencyKey | null,
  messagesPerDay: number | null,
): Promise<BookAccepted> {
  const requests: Accepted[] = []
  for await (const recipients of readBook(ctx, accountId, bookId, content)) {
    const partKey = key === null ? null : { ...key, key: `${key.key} part ${requests.length + 1}` }
    try {
      requests.push(await sendSms(ctx, accountId, { ...content, recipients }, partKey, messagesPerDay))
    } catch (error) {
      if (!(error instanceof Refusal) || requests.length === 0) throw error
      return { requests, stoppedBy: error }
    }
  }
  return { requests, stoppedBy: null }
}

/** Everybody in a book, with what is written to them, as many at once as fit into a request. */
export async function* readBook(ctx: SmsContext, accountId: number, bookId: number, content: SendContent): AsyncGenerator<readonly Recipient[]> {
  if ((await findBook(ctx.db, accountId, bookId)) === null) throw bookNotFound()
  const text = compileText(content.text)
  refuseUnknown(text)
  const fill = (contact: ContactFields) => ownText(text, contact, content, ctx.config.segmentsMax)
  for (let afterId = 0; ; ) {
    const recipients = await readRecipients(ctx, accountId, bookId, afterId, text.placeholders.length === 0 ? null : fill)
    const last = recipients.at(-1)
    if (last === undefined) return
    afterId = Number(last.recipientId)
    yield recipients
  }
}

/** A misspelt name would be an empty place in everybody's message. */
function refuseUnknown({ placeholders }: CompiledText): void {
  const unknown = placeholders.filter((name) => !placeholderNames.includes(name))
  if (unknown.length > 0) {
    throw invalidMessage(
      `contacts have no ${unknown.map((name) => `{${name}}`).join(', ')}; they have ${placeholderNames.map((name) => `{${name}}`).join(', ')}`,
    )
  }
}

/** As many of the next contacts as fit into a request. */
async function readRecipients(
  ctx: SmsContext,
  accountId: number,
  bookId: number,
  afterId: number,
  fill: ((contact: ContactFields) => OwnText | null) | null,
): Promise<Recipient[]> {
  const recipients: Recipient[] = []
  let after = afterId
  while (recipients.length < ctx.config.recipientsMax) {
    const contacts = await listContactsAfter(ctx.db, accountId, bookId, after, Math.min(stepSize, ctx.config.recipientsMax - recipients.length))
    for (const contact of contacts) {
      const recipient = { recipientId: String(contact.id), number: contact.phone }
      recipients.push(fill === null ? recipient : { ...recipient, own: fill(contact) })
    }
    const last = contacts.at(-1)
    if (last === undefined) break
    after = last.id
  }
  return recipients
}

/** Null when there is nothing left to send, or too much: that contact is counted as invalid, and the others are written to. */
function ownText(text: CompiledText, contact: ContactFields, { encoding: wanted }: SendContent, segmentsMax: number): OwnText | null {
  const filled = text.fill((name) => placeholderValue(contact, name))
  const { encoding, segments } = fitText(filled, wanted)
  return filled.trim() === '' || segments > segmentsMax ? null : { text: filled, encoding, segments }
}
