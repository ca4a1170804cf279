import { createHash } from 'node:crypto'
import type { Queryable, Tx } from '../../../engine/db/index.ts'
import { findAnswerSince, getAnswer, type IdempotencyKey, insertAnswers } from '../../../engine/http/index.ts'
import { parseDataCoding } from '../../../engine/smpp/data-coding.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { parsePhone } from '../../../values/phone.ts'
import { Refusal } from '../../../values/refusal.ts'
import { isSenderShape } from '../../senders/index.ts'
import type { Accepted } from '../../sms/index.ts'
import type { SmppAddress, SmppCredential } from '../model.ts'
import { acceptMessage, duplicateKey, type Message, submitKey } from './accept.ts'
import type { SmppServerContext } from './context.ts'
import type { Complete, GatheredPart } from './gather-parts.ts'
import { joinText, type Part, type TextBody } from './read-content.ts'
import { numberOf, type SubmitHead } from './read-submit.ts'
import { Rejection, rejectionOfRecipient } from './rejection.ts'
import { lockPartialMessage, type PartialMessageKey, reopenPartialMessage, type StoredPart } from './store-parts.ts'

interface SubmittedPart {
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
export async function submitPart(ctx: SmppServerContext, credential: SmppCredential, submitted: SubmittedPart) {
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

const noBytes = Buffer.alloc(0)

/** The whole message. */
function joinedOf(parts: readonly StoredPart[], destination: SmppAddress, credential: SmppCredential): Message {
  const [first] = parts
  if (first === undefined) throw new Error('a long message has no parts')
  const coding = parseDataCoding(first.dataCoding)
  const bodies = parts.map(({ body, esmClass, dataCoding }) => ({ bytes: body ?? noBytes, esmClass, dataCoding }))
  return {
    head: first.head,
    content: {
      kind: 'text',
      text: joinText(bodies, credential.alphabet),
      messageClass: (coding?.kind === 'text' ? coding.messageClass : null) ?? null,
    },
    destinations: [destination],
    parts: parts.map(({ id, head: { reports } }) => ({ id, reports })),
  }
}

/** The key of a message that is sent whatever was sent before. */
const ownKeyPrefix = 'part '
const isOwnKey = (joinKey: string) => joinKey.startsWith(ownKeyPrefix)

/** Under the rule for duplicates, the key is that of the text; otherwise it is named after the last part. */
const joinKeyOf = (credential: SmppCredential, message: Message, lastPart: number): string =>
  duplicateKey(credential, message)?.key ?? `${ownKeyPrefix}${lastPart}`

/**
 * Sends a whole message and resolves with the id of its request. After an error that is no refusal it may have been
 * sent: its key stays, so the next try sends it only when it was not.
 */
async function sendJoined(
  ctx: SmppServerContext,
  credential: SmppCredential,
  message: Message,
  gathered: GatheredPart & { readonly complete: Complete },
): Promise<number> {
  const key = sendKeyOf(credential, gathered.complete.joinKey)
  // The rule for duplicates may forget a key sooner than a customer repeats the part.
  const sent = gathered.insertedId === null ? await findSent(ctx.db, key, gathered.createdAt) : null
  if (sent !== null) return sent
  try {
    const accepted = await acceptMessage(ctx, credential, message, key)
    const [refused] = accepted.refused ?? []
    if (refused !== undefined) throw rejectionOfRecipient(refused.why)
    if (accepted.valid > 0) return accepted.requestId
    throw new Rejection(status.submitFailed, 'another submit of this part was refused: send the part again')
  } catch (error) {
    if (!(error instanceof Rejection || error instanceof Refusal)) throw error
    const request = await refuse(ctx, gathered, key).catch(() => null)
    if (request === null) throw error
    return request
  }
}

function sendKeyOf(credential: SmppCredential, joinKey: string): IdempotencyKey {
  const key = submitKey(credential, joinKey)
  return isOwnKey(joinKey) ? key : { ...key, keptSeconds: credential.duplicateSeconds }
}

/** Finds the request that was sent under the key of a message, or of the same message shortly before. */
async function findSent(db: Queryable, key: IdempotencyKey, createdAt: Date): Promise<number | null> {
  const since = new Date(createdAt.getTime() - (key.keptSeconds ?? 0) * 1_000)
  return requestOf(await findAnswerSince(db, key, since))
}

/** The customer can send the last part again. Resolves with the request when another submit of it was accepted. */
function refuse({ db, clock }: SmppServerContext, gathered: GatheredPart, key: IdempotencyKey): Promise<number | null> {
  const { gatheringId, insertedId } = gathered
  return db.transaction(async (tx) => {
    await lockPartialMessage(tx, gatheringId)
    const request = await closeJoin(tx, key, gathered, clock.now())
    // A part that was stored before may be acknowledged.
    if (request === null) await reopenPartialMessage(tx, { id: gatheringId, joinKey: key.key }, insertedId)
    return request
  })
}

/**
 * Resolves with the request that was sent under a key. Without one, it takes the key, so that no other submit can send
 * the message. The key of a text stays free, because the customer may submit the text again.
 */
export async function closeJoin(
  tx: Tx,
  key: IdempotencyKey,
  { createdAt }: Pick<GatheredPart, 'createdAt'>,
  now: Date,
): Promise<number | null> {
  if (!isOwnKey(key.key)) return findSent(tx, key, createdAt)
  const answer: Accepted = { requestId: 0, valid: 0, invalid: 0, duplicates: 0, optedOut: 0, total: 1, replayed: false }
  const free = await insertAnswers(tx, [{ key, answer }], now)
  return free.size > 0 ? null : requestOf(await getAnswer(tx, key))
}

function requestOf(answer: unknown): number | null {
  const accepted = answer as Accepted | null
  return accepted !== null && accepted.valid > 0 ? accepted.requestId : null
}
