/** Messages of an account with all kinds of labels, and which of them a search must find. */
import { sql } from 'kysely'
import { type Stage, stages } from '../src/modules/sms/model.ts'
import { parseTypedPhone } from '../src/values/local-number.ts'
import type { World } from './world.ts'

export const hourMs = 3_600_000
export const start = Date.parse('2030-01-01T00:00:00Z')
export const timeOf = (hours: number) => new Date(start + hours * hourMs).toISOString()

export interface Made {
  readonly id: number
  readonly requestId: number
  readonly phone: string
  readonly campaign: string | null
  readonly sender: string
  readonly tags: readonly string[]
  /** Of the request, and of the recipient. */
  readonly references: readonly (string | null)[]
  readonly stage: Stage
  readonly reason: string | null
  readonly createdAt: number
}

/** In the order of the search. */
export function expected(
  made: readonly Made[],
  { number, request, campaign, status, from, to, tag, reference, sender, reason }: Record<string, string>,
): Made[] {
  const phone = number && parseTypedPhone(number, 'TZ')
  const found = made.filter(
    (one) =>
      (phone === undefined || one.phone === phone) &&
      (request === undefined || String(one.requestId) === request) &&
      (campaign === undefined || one.campaign?.toLowerCase() === campaign.toLowerCase()) &&
      (status === undefined || one.stage === status) &&
      (tag === undefined || one.tags.includes(tag)) &&
      (reference === undefined || one.references.includes(reference)) &&
      (sender === undefined || one.sender === sender) &&
      (reason === undefined || one.reason === reason) &&
      (from === undefined || one.createdAt >= Date.parse(from)) &&
      (to === undefined || one.createdAt < Date.parse(to)),
  )
  return found.sort(
    (a, b) => (phone === undefined ? b.createdAt - a.createdAt || b.requestId - a.requestId : 0) || b.id - a.id,
  )
}

/** Requests of all sizes, several with the same time, whose message ids are not in the order of their acceptance. */
export async function makeMessages({ db }: World, accountId: number): Promise<Made[]> {
  const sizes = [1, 0, 5, 1, 1, 12, 0, 0, 3, 1, 40, 1, 2, 1, 0, 7, 1, 1]
  const made: Made[] = []
  for (const [index, size] of sizes.entries()) {
    const requestId = 3_000_000 + index
    const createdAt = start + Math.floor(index / 3) * 5 * hourMs + (index % 2 === 0 ? 0 : hourMs)
    // Swaps the id blocks of every two requests.
    const firstId = 3_000_000 + (index ^ 1) * 100
    const [title, job] = [index % 4 === 0 ? 'Summer' : null, index % 4 < 2 ? `Job ${index % 4}` : null]
    const isLater = index % 5 === 0
    const dueAt = new Date(isLater ? start + 1_000 * hourMs : createdAt)
    const tags = [...(index % 2 === 0 ? ['even'] : []), ...(index % 3 === 0 ? ['third'] : [])]
    const reference = index % 4 === 1 ? 'order' : null
    const sender = index % 5 === 3 ? 'DUKA' : 'INFO'
    const isReferred = index % 3 === 2
    await sql`
      insert into sms_requests (id, account_id, sender, text, encoding, segments, job_name, campaign_title, due_at, valid_until, first_message_id,
                                last_message_id, valid, invalid, duplicates, opted_out, created_at, tags, reference)
      values (${requestId}, ${accountId}, ${sender}, '=1+1', 'gsm', 1, ${job}, ${title}, ${dueAt}, ${dueAt}, ${size > 0 ? firstId : null},
              ${size > 0 ? firstId + size - 1 : null}, ${size}, 0, 0, 0, ${new Date(createdAt)}, ${tags.length === 0 ? null : tags}::text[], ${reference})
    `.execute(db)
    const labels = [
      ...tags.map((value) => ({ kind: 'tag', value, messageId: null as number | null })),
      ...(reference === null ? [] : [{ kind: 'reference', value: reference, messageId: null }]),
      ...(isReferred
        ? Array.from({ length: size }, (_, n) => ({ kind: 'reference', value: `r${n}`, messageId: firstId + n }))
        : []),
    ]
    for (const [place, { kind, value, messageId }] of labels.entries())
      await sql`
        insert into sms_labels (request_id, place, account_id, kind, value, message_id, created_at)
        values (${requestId}, ${place}, ${accountId}, ${kind}, ${value}, ${messageId}, ${new Date(createdAt)})
      `.execute(db)
    for (let n = 0; n < size; n += 1) {
      const stage: Stage = stages[(index + n) % stages.length] ?? 'queued'
      const real = stage === 'scheduled' || stage === 'queued' ? (isLater ? 'scheduled' : 'queued') : stage
      const phone = `25571200000${(index * 7 + n) % 4}`
      await sql`
        insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, status, reason, submitted_at, done_at)
        values (${firstId + n}, ${accountId}, ${requestId}, ${isReferred ? `r${n}` : 'x'}, ${phone}, 'simulator', 1, 1.5, ${statusOf(real)}, ${reasonOf(real)},
                ${real === 'submitted' ? dueAt : null}, ${real === 'delivered' ? dueAt : null})
      `.execute(db)
      made.push({
        ...{ id: firstId + n, requestId, phone, campaign: title ?? job, sender, tags, stage: real, createdAt },
        references: [reference, isReferred ? `r${n}` : null],
        reason: reasonOf(real),
      })
    }
  }
  return made
}

const statusOf = (stage: Stage) =>
  stage === 'delivered' ? 'DELIVERED' : stage === 'undelivered' || stage === 'cancelled' ? 'UNDELIVERED' : 'PENDING'
const reasonOf = (stage: Stage) =>
  stage === 'undelivered' ? 'absent_subscriber' : stage === 'cancelled' ? 'cancelled' : null
