import type { Incoming } from '../../carriers/carrier.ts'
import { smsChannel } from '../../contract/account/conversations.ts'
import { afterCommit, isTransient, type Tx } from '../../engine/db/index.ts'
import { isStoredPhone, parsePhone } from '../../values/phone.ts'
import { noteReply } from '../campaigns/counts/index.ts'
import { deleteOptOut, insertOptOut } from '../consent/index.ts'
import { noteIncoming } from '../inbox/conversations/index.ts'
import { deliverIncoming } from '../smpp/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { inboundSmsBody, publishEvents } from '../webhooks/index.ts'
import { findOwners, type Owner } from './owner.ts'
import { cleanText, joinParts, kindOf } from './rules.ts'
import { insertId, insertMessage } from './store.ts'
import { endPartialMessage, findPartialMessage, insertPart, insertPartialMessage, lockParts } from './store-parts.ts'

/** Notifications on this topic wake the work on STOP and HELP. */
export const inboundTopic = 'inbound_messages'
/** The maximum time between the parts of a message. After it, the message is passed on incomplete. */
const partsMs = 600_000

/** Stores an incoming message and its effects in one transaction. The carrier gets its response after the commit. */
export async function receiveMessage(ctx: SmsContext, carrier: string, incoming: Incoming): Promise<void> {
  try {
    await ctx.db.transaction(async (tx) => {
      const id = idOf(incoming)
      if (id !== null && !(await insertId(tx, carrier, id, ctx.clock.now()))) return
      const text = incoming.part === null ? incoming.text : await addPart(ctx, tx, carrier, incoming)
      if (text !== null) await assignMessage(ctx, tx, carrier, { ...incoming, text })
    })
  } catch (error) {
    // The carrier only sees a request to retry, and may repeat it for days, so log the cause.
    if (!isTransient(error))
      ctx.log.error({ carrier, err: error }, 'failed to store an incoming message; asked the carrier to send it again')
    throw error
  }
}

/** Some providers give all parts of a message the same id. */
const idOf = ({ id, part }: Incoming) => (id === null || part === null ? id : `${id} ${part.number}`)

/**
 * Stores a part and returns the whole text when it was the last one. Null while parts are missing, and for a repeated
 * part.
 */
async function addPart(ctx: SmsContext, tx: Tx, carrier: string, incoming: Incoming): Promise<string | null> {
  const { part, text } = incoming
  if (part === null) return text
  const now = ctx.clock.now()
  const key = { carrier, phone: incoming.from, number: incoming.to, reference: part.reference, total: part.total }
  await lockParts(tx, key)
  const found = await findPartialMessage(tx, key, new Date(now.getTime() - partsMs))
  if (found?.parts.get(part.number) === text) return null
  // A different text in the same position, or a part of a finished message, means that the carrier reuses the
  // reference.
  const isNew = found === null || found.isOver || found.parts.has(part.number)
  const id = isNew ? await insertPartialMessage(tx, key, now, new Date(now.getTime() + partsMs)) : found.id
  await insertPart(tx, id, part.number, text)
  const parts = new Map(isNew ? [] : found.parts).set(part.number, text)
  if (parts.size < part.total) return null
  await endPartialMessage(tx, id)
  return joinParts(parts, part.total)
}

/** `at` is when the person wrote it; by default now. The stored time is the time of storing, so that it grows with ids. */
type CompleteMessage = Pick<Incoming, 'from' | 'to' | 'text'> & { readonly at?: Date }

/** Assigns a complete message to its accounts, or stores it as unassigned. */
export async function assignMessage(
  ctx: SmsContext,
  tx: Tx,
  carrier: string,
  { from, to, text: written, at }: CompleteMessage,
): Promise<void> {
  const text = cleanText(written)
  const owners = await findOwners(tx, { number: to, phone: from, text }, ctx.clock.now())
  for (const owner of owners) await storeForAccount(ctx, tx, carrier, { from, to, text, at }, owner)
  if (owners.length > 0) return
  const receivedAt = ctx.clock.now()
  await insertMessage(tx, { accountId: null, carrier, phone: from, number: to, text, kind: 'message', receivedAt })
  ctx.log.warn(
    { carrier, number: to },
    'stored an incoming message to an unassigned number; list them with ngoma inbound list --unowned',
  )
}

/**
 * Stores a message for its account, applies STOP or START, and notifies the account's webhook endpoints and SMPP binds. An opt-out
 * counts from the commit on. Cancelling scheduled messages and answering HELP is background work.
 */
export async function storeForAccount(
  ctx: SmsContext,
  tx: Tx,
  carrier: string,
  { from: phone, to: number, text, at: writtenAt }: CompleteMessage,
  owner: Owner,
) {
  const now = ctx.clock.now()
  const { accountId, keyword, words, confirms } = owner
  const kind = owner.command ?? kindOf(text, words, keyword)
  // A reply needs a number that can be sent to. An opt-out works for any number that can be stored.
  const canObey = kind === 'help' ? parsePhone(phone) !== null : isStoredPhone(phone)
  if (kind !== 'message' && !canObey)
    ctx.log.warn(
      { carrier, number, kind },
      'ignored STOP, START or HELP from a number that is not in international format',
    )
  const needsFollowUp = canObey && (kind === 'stop' || (kind === 'help' && words.helpReply !== ''))
  const message = { accountId, carrier, phone, number, text, kind, receivedAt: now, confirms }
  const id = await insertMessage(tx, { ...message, dueAt: needsFollowUp ? now : null })
  if (kind === 'stop' && canObey) await insertOptOut(tx, accountId, phone, 'stop', now)
  if (kind === 'start') await deleteOptOut(tx, accountId, phone)
  const body = inboundSmsBody({ from: phone, to: number, at: writtenAt ?? now, transactionId: String(id), text })
  await publishEvents(ctx, tx, 'inbound-sms', [{ accountId, body }])
  await deliverIncoming(ctx, tx, { accountId, inboundId: id, phone })
  // Commands that the server does not carry out are work for members.
  const needsReply = kind === 'message' || (kind === 'help' && !needsFollowUp) || !canObey
  await noteIncoming(tx, { accountId, channel: smsChannel, business: '', phone, text, needsReply }, now)
  // Last, because it locks the counts of the campaign.
  if (kind === 'message' || (kind === 'stop' && canObey))
    await noteReply(tx, { accountId, phone, kind: kind === 'stop' ? 'opt_out' : 'reply' }, now)
  if (needsFollowUp) afterCommit(tx, () => ctx.work.announce(inboundTopic))
  return { id, kind, receivedAt: now }
}
