import { type DecodedFields, formatTime } from '../../../engine/smpp/codec/fields.ts'

import { type Fields, status } from '../../../engine/smpp/pdu.ts'
import { messageStates } from '../../../engine/smpp/receipt.ts'
import { cancelRequest, cancelScheduledTo, findSubmitted, type Submitted } from '../../sms/index.ts'
import { formatMessageId, type SmppCredential } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { cancelPartialMessage } from './incomplete.ts'
import { destinationOf, numberOf } from './read-submit.ts'
import { Rejection } from './rejection.ts'
import { findPartialMessageOfPart, listWaitingPartialMessages } from './store-parts.ts'

/** Answers a query_sm. A customer sees only its own messages, and must name their source address. */
export async function queryMessage(
  ctx: SmppServerContext,
  credential: SmppCredential,
  { message_id: text = '', source_addr: source = '' }: DecodedFields,
): Promise<Fields> {
  const found = await findMessage(ctx, credential, text, source)
  if (found === null)
    throw new Rejection(status.queryFailed, 'no message of this system_id has this message_id and source_addr')
  const { number, doneAt } = stateOf(found)
  return {
    message_id: formatMessageId(found.id, credential),
    final_date: doneAt === null ? '' : formatTime(doneAt),
    message_state: number,
    error_code: 0,
  }
}

/** Cancels messages that no carrier has yet: those of a message id, or without one those between two addresses. */
export async function cancelMessage(ctx: SmppServerContext, credential: SmppCredential, fields: DecodedFields) {
  const { message_id: text = '', source_addr: source = '' } = fields
  const cancelled =
    text === ''
      ? await cancelBetween(ctx, credential, source, numberOf(destinationOf(fields), credential.callingCode))
      : await cancelById(ctx, credential, text, source)
  if (cancelled > 0) return {}
  throw new Rejection(status.cancelFailed, 'no such message is waiting: it is unknown, sent, or has ended')
}

/** The maximum messages of one cancel_sm without a message id, and of long messages that wait for parts. */
const cancelledMax = 100

async function cancelBetween(ctx: SmppServerContext, credential: SmppCredential, sender: string, phone: string) {
  const { id, accountId } = credential
  const partial = await listWaitingPartialMessages(ctx.db, { credentialId: id, source: sender, phone }, cancelledMax)
  let parts = 0
  for (const one of partial) if (await cancelPartialMessage(ctx, one)) parts += 1
  const by = { kind: 'smpp', id, sender, max: cancelledMax } as const
  return parts + (await cancelScheduledTo(ctx, accountId, phone, ctx.clock.now(), by))
}

async function cancelById(ctx: SmppServerContext, credential: SmppCredential, text: string, source: string) {
  const found = await findMessage(ctx, credential, text, source)
  if (found === null) return 0
  if (found.gatheringId !== null) return Number(await cancelPartialMessage(ctx, found.gatheringId))
  const { cancelled } = await cancelRequest(ctx, credential.accountId, found.requestId)
  return cancelled
}

interface Found extends Submitted {
  readonly id: number
  readonly requestId: number
  /** The long message that waits for other parts. */
  readonly gatheringId: number | null
}

async function findMessage(
  { db }: SmppServerContext,
  credential: SmppCredential,
  messageId: string,
  source: string,
): Promise<Found | null> {
  const id = parseMessageId(messageId, credential)
  if (id === null) return null
  const partial = await findPartialMessageOfPart(db, credential.id, id)
  if (partial !== null && !partial.isOver)
    return partial.source === source ? { ...waiting, id, requestId: id, gatheringId: partial.id } : null
  const requestId = partial?.requestId ?? id
  const found = await findSubmitted(db, credential.accountId, { kind: 'smpp', id: credential.id }, requestId)
  return found !== null && found.sender === source ? { ...found, id, requestId, gatheringId: null } : null
}

/** A message that waits for parts. */
const waiting: Submitted = { sender: '', messages: [{ status: 'PENDING', reason: null, doneAt: null }] }

const idForms = { decimal: /^\d{1,15}$/, hex: /^[\da-f]{1,13}$/i } as const

function parseMessageId(text: string, { messageIds }: SmppCredential): number | null {
  if (!idForms[messageIds].test(text)) return null
  const id = Number.parseInt(text, messageIds === 'hex' ? 16 : 10)
  return Number.isSafeInteger(id) ? id : null
}

/** A submit_multi is delivered when all of its messages are; otherwise the first failure counts. */
function stateOf({ messages }: Submitted): { readonly number: number; readonly doneAt: Date | null } {
  if (messages.some(({ status: one }) => one === 'PENDING')) return { ...messageStates.enroute, doneAt: null }
  const failed = messages.find(({ status: one }) => one !== 'DELIVERED')
  const doneAt = messages.reduce<Date | null>(
    (latest, one) => (one.doneAt !== null && (latest === null || one.doneAt > latest) ? one.doneAt : latest),
    null,
  )
  if (messages.length === 0) return { ...messageStates.rejected, doneAt }
  if (failed === undefined) return { ...messageStates.delivered, doneAt }
  const { reason } = failed
  if (reason === 'cancelled') return { ...messageStates.deleted, doneAt }
  return { ...(reason?.includes('expired') ? messageStates.expired : messageStates.undeliverable), doneAt }
}
