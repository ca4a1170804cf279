import { createHash } from 'node:crypto'
import { status } from '../../../engine/smpp/pdu.ts'
import { parsePhone } from '../../../values/phone.ts'
import { isSenderShape } from '../../senders/index.ts'
import type { SmppAddress, SmppCredential } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { joinedOf, joinKeyOf, sendJoined } from './join-parts.ts'
import type { Part, TextBody } from './read-content.ts'
import { numberOf, type SubmitHead } from './read-submit.ts'

import { Rejection } from './rejection.ts'
import { rejectionOfRecipient } from './statuses.ts'
import type { PartialMessageKey, StoredPart } from './store-parts.ts'

export interface SubmittedPart {
  readonly head: SubmitHead
  readonly destination: SmppAddress
  readonly body: TextBody
  readonly part: Part
}

/** The maximum of short_message, also for a part in message_payload. */
const partBytesMax = 254

/**
 * Accepts a part of a long text, and resolves with its message id after the commit. The last part is accepted with the
 * whole message: when that is refused, so is the part, and the customer can send it again.
 */
export async function submitPart(
  ctx: SmppServerContext,
  credential: SmppCredential,
  submitted: SubmittedPart,
): Promise<number> {
  checkPart(submitted, ctx.config.segmentsMax)
  const { head, destination } = submitted
  const key = keyOf(credential, submitted)
  const part = toStored(submitted, await ctx.requestIds.take(1))
  const gathered = await ctx.partialMessages.parts.add({
    key,
    part,
    duplicateSeconds: head.reference === null ? 0 : credential.duplicateSeconds,
    joinKeyOf: (parts) => joinKeyOf(credential, joinedOf(parts, destination, credential), part.id),
  })
  if (gathered instanceof Rejection) throw gathered
  const { id, gatheringId, complete } = gathered
  if (complete === null) return id
  const message = joinedOf(complete.parts, destination, credential)
  const requestId = await sendJoined(ctx, credential, message, { ...gathered, complete })
  // When this fails, the job ends the message.
  await ctx.partialMessages.endings.add({ id: gatheringId, requestId }).catch(() => {})
  return id
}

/** Rejects a part that can never become a message, so that nothing is stored. The rest is checked with the last part. */
function checkPart({ head, body, part }: SubmittedPart, segmentsMax: number): void {
  const { total } = part
  if (total > segmentsMax)
    throw new Rejection(status.invalidMessageLength, `the message has ${total} segments; the maximum is ${segmentsMax}`)
  if (body.bytes.length > partBytesMax)
    throw new Rejection(status.invalidMessageLength, `a part of a message can have ${partBytesMax} bytes`)
  if (!isSenderShape(head.source.address))
    throw new Rejection(status.invalidSource, 'source_addr must have up to 11 characters, or be a number')
}

function keyOf(credential: SmppCredential, { head, destination, part }: SubmittedPart): PartialMessageKey {
  const { reference, total } = part
  const phone = parsePhone(numberOf(destination, credential.callingCode))
  if (phone === null) throw rejectionOfRecipient('invalid_number')
  const { id: credentialId, accountId } = credential
  return { accountId, credentialId, source: head.source.address, phone, reference, total }
}

/** The hash recognizes a repeated part. */
function toStored({ head, body, part: { number } }: SubmittedPart, id: number): StoredPart {
  const { bytes, esmClass, dataCoding } = body
  const hash = createHash('sha256')
    .update(JSON.stringify([head.reference, esmClass, dataCoding]))
    .update(bytes)
    .digest()
  return { id, number, hash, body: bytes, esmClass, dataCoding, head }
}
