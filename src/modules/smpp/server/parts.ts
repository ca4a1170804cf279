import { createHash } from 'node:crypto'
import { isOutage, type Tx } from '../../../engine/db/index.ts'
import type { IdempotencyKey } from '../../../engine/http/index.ts'
import { parseDataCoding } from '../../../engine/smpp/data-coding.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import type { SmppAddress, SmppCredential } from '../model.ts'
import { acceptMessage } from './accept.ts'
import type { SmppServerContext } from './context.ts'
import { joinText, type Part, type TextBody } from './read-content.ts'
import type { SubmitHead } from './read-submit.ts'
import { numberOf } from './recipient.ts'
import { Rejection } from './rejection.ts'
import { rejectionOfRecipient } from './rejections.ts'
import {
  deletePart,
  endGathering,
  findGathering,
  type GatheringKey,
  insertGathering,
  insertPart,
  listParts,
  lockGathering,
  type StoredPart,
} from './store-parts.ts'

export interface SubmittedPart {
  readonly head: SubmitHead
  readonly destination: SmppAddress
  readonly body: TextBody
  readonly part: Part
}

interface Stored {
  /** The message id of the part. */
  readonly id: number
  readonly gatheringId: number
  /** All parts, when this was the last one; null while others are missing, and when the message was joined before. */
  readonly complete: readonly StoredPart[] | null
}

/** After this long without its other parts, a message ends as failed. */
const partsMs = 600_000
/** A part that repeats one of a joined message, after a lost answer, gets the same answer for so long. */
const repeatMs = 120_000

/**
 * Accepts a part of a long text, and resolves with its message id after the commit. The last part is accepted with the
 * joined message: when that is refused, so is the part, and the customer can send it again.
 */
export async function submitPart(
  ctx: SmppServerContext,
  credential: SmppCredential,
  submitted: SubmittedPart,
): Promise<number> {
  const { total } = submitted.part
  const { segmentsMax } = ctx.config
  if (total > segmentsMax)
    throw new Rejection(status.invalidMessageLength, `the message has ${total} segments; the maximum is ${segmentsMax}`)
  const newId = await ctx.requestIds.take(1)
  const key = keyOf(credential, submitted)
  const { id, gatheringId, complete } = await ctx.db.transaction((tx) =>
    storePart(tx, key, submitted, { id: newId, now: ctx.clock.now() }),
  )
  if (complete === null) return id
  try {
    const requestId = await joinParts(ctx, credential, gatheringId, complete, submitted.destination)
    // When this fails, the job ends the message.
    await endGathering(ctx.db, gatheringId, requestId).catch((error) => {
      if (!isOutage(error)) throw error
    })
    return id
  } catch (error) {
    await deletePart(ctx.db, gatheringId, id).catch(() => {})
    throw error
  }
}

function keyOf(credential: SmppCredential, { head, destination, part }: SubmittedPart): GatheringKey {
  const { reference, total } = part
  const phone = numberOf(destination, credential.callingCode)
  return {
    accountId: credential.accountId,
    credentialId: credential.id,
    source: head.source.address,
    phone,
    reference,
    total,
  }
}

async function storePart(
  tx: Tx,
  key: GatheringKey,
  { part, body, head }: SubmittedPart,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<Stored> {
  const hash = hashOf(body)
  await lockGathering(tx, key)
  const found = await findGathering(tx, key, new Date(now.getTime() - partsMs))
  const parts = found === null ? [] : await listParts(tx, found.id)
  const same = parts.find(({ number }) => number === part.number)
  const isRepeated = same !== undefined && hash.equals(same.hash)
  if (found?.isOver && isRepeated && found.createdAt.getTime() > now.getTime() - repeatMs)
    return { id: same.id, gatheringId: found.id, complete: null }

  // The customer uses the reference again for the next message.
  const isNew = found === null || found.isOver || (same !== undefined && !isRepeated)
  const gatheringId = isNew ? await insertGathering(tx, key, now, new Date(now.getTime() + partsMs)) : found.id
  const before = isNew ? [] : parts
  if (!isNew && isRepeated) return { id: same.id, gatheringId, complete: wholeOf(before, key.total) }
  const added: StoredPart = {
    id,
    number: part.number,
    hash,
    body: body.bytes,
    esmClass: body.esmClass,
    dataCoding: body.dataCoding,
    head,
  }
  await insertPart(tx, gatheringId, added)
  return { id, gatheringId, complete: wholeOf([...before, added], key.total) }
}

const hashOf = ({ bytes, esmClass, dataCoding }: TextBody) =>
  createHash('sha256')
    .update(Buffer.from([esmClass, dataCoding]))
    .update(bytes)
    .digest()

const wholeOf = (parts: readonly StoredPart[], total: number) =>
  parts.length === total ? parts.toSorted((a, b) => a.number - b.number) : null

/**
 * Sends the joined message exactly once, also when two parts complete it at the same time or a process dies here. After
 * a refused part, the next one has another id and therefore another key.
 */
async function joinParts(
  ctx: SmppServerContext,
  credential: SmppCredential,
  gatheringId: number,
  parts: readonly StoredPart[],
  destination: SmppAddress,
): Promise<number> {
  const [first] = parts
  if (first === undefined) throw new Error('a long message has no parts')
  const coding = parseDataCoding(first.dataCoding)
  const accepted = await acceptMessage(
    ctx,
    credential,
    {
      head: first.head,
      content: {
        kind: 'text',
        text: joinText(parts.map(bodyOf), credential.alphabet),
        messageClass: (coding?.kind === 'text' ? coding.messageClass : null) ?? null,
      },
      destinations: [destination],
      parts: parts.map(({ id, head: { reports } }) => ({ id, reports })),
    },
    joinKey(credential.accountId, gatheringId, parts),
  )
  const [refused] = accepted.refused ?? []
  if (refused !== undefined) throw rejectionOfRecipient(refused.why)
  return accepted.requestId
}

const noBytes = Buffer.alloc(0)

const bodyOf = ({ body, esmClass, dataCoding }: StoredPart): TextBody => ({
  bytes: body ?? noBytes,
  esmClass,
  dataCoding,
})

export const joinKey = (accountId: number, gatheringId: number, parts: readonly StoredPart[]): IdempotencyKey => ({
  accountId,
  path: 'smpp parts',
  key: `${gatheringId}/${Math.max(...parts.map(({ id }) => id))}`,
  bodyHash: noBytes,
})
