import { createHash } from 'node:crypto'
import type { Binary } from '../../../carriers/carrier.ts'
import type { IdempotencyKey } from '../../../engine/http/index.ts'
import { parseDataCoding } from '../../../engine/smpp/data-coding.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { fitText, splitBinary } from '../../../values/gsm.ts'
import { type Accepted, type SendRequest, sendOnce, wireUnlessEmpty } from '../../sms/index.ts'
import type { SmppAddress, SmppCredential, SubmitDetail, SubmitPart } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import type { BinaryContent, TextContent } from './read-content.ts'
import { numberOf, type SubmitHead, wireOf } from './read-submit.ts'
import { Rejection } from './rejection.ts'

/** A message that is ready to be accepted. */
export interface Message {
  readonly head: SubmitHead
  readonly content: (Omit<TextContent, 'body' | 'part'> & { readonly text: string }) | BinaryContent
  readonly destinations: readonly SmppAddress[]
  /** The parts that a long message was joined from. */
  readonly parts?: readonly SubmitPart[]
}

/** Accepts a message. It is committed when the promise resolves. The recipient ids are the places of the destinations. */
export function acceptMessage(
  ctx: SmppServerContext,
  credential: SmppCredential,
  message: Message,
  key: IdempotencyKey | null,
): Promise<Accepted> {
  const { head, destinations, parts } = message
  const { source, scheduledAtMs, validSeconds } = head
  const request: SendRequest = {
    ...contentOf(message, credential, ctx.config.segmentsMax),
    sender: source.address,
    scheduledAt: scheduledAtMs === null ? null : new Date(scheduledAtMs),
    recipients: destinations.map((address, index) => ({
      recipientId: String(index + 1),
      number: numberOf(address, credential.callingCode),
    })),
    origin: originOf(credential.id, head, destinations, parts),
    validSeconds: validSeconds ?? undefined,
  }
  return sendOnce(ctx, credential.accountId, () => request, key, credential.messagesPerDay)
}

/** The values that receipts need. The parts of a long message want reports on their own. */
export function originOf(
  credentialId: number,
  { source, serviceType, reference, reports }: SubmitHead,
  destinations: readonly SmppAddress[],
  parts?: readonly SubmitPart[],
) {
  const detail: SubmitDetail = { source, destinations, serviceType, reference: reference ?? undefined, parts }
  const wanted = parts === undefined ? reports : parts.reduce((sum, one) => sum | one.reports, 0)
  return { kind: 'smpp', id: credentialId, reports: wanted, detail } as const
}

function contentOf({ head, content }: Message, { alphabet }: SmppCredential, segmentsMax: number) {
  if (content.kind === 'binary') {
    const text = content.bytes.toString('hex')
    const isSeptets = alphabet !== 'gsm7-packed' && isInDefaultAlphabet(content.binary)
    const binary = { ...content.binary, ...(isSeptets ? { isSeptets } : {}) }
    const segments = splitBinary(text, binary).length
    if (binary.hasHeader && segments > 1)
      throw new Rejection(status.invalidMessageLength, 'a message with a header must fit into one segment')
    checkSegments(segments, segmentsMax)
    return { text, encoding: 'gsm', segments, wire: { ...wireOf(head, null), binary } } as const
  }
  const { text, messageClass } = content
  if (text === '') throw new Rejection(status.invalidMessageLength, 'the message is empty')
  const fitted = fitText(text, 'gsm')
  checkSegments(fitted.segments, segmentsMax)
  return { text, ...fitted, wire: wireUnlessEmpty(wireOf(head, messageClass)) }
}

/** Whether a message of bytes is a text with a header that only the phone understands. */
function isInDefaultAlphabet({ dataCoding }: Binary): boolean {
  const coding = parseDataCoding(dataCoding)
  return coding?.kind === 'text' && coding.alphabet === 'default'
}

function checkSegments(segments: number, max: number): void {
  if (segments > max)
    throw new Rejection(status.invalidMessageLength, `the message has ${segments} segments; the maximum is ${max}`)
}

/**
 * The key of a submit under the rule for duplicates: a customer who did not get the answer repeats the submit with the
 * same reference. Null without the rule or without a reference.
 */
export function duplicateKey(credential: SmppCredential, { head, content, destinations }: Message) {
  if (credential.duplicateSeconds === 0 || head.reference === null) return null
  const body = content.kind === 'text' ? content.text : content.bytes.toString('hex')
  const named = [head.reference, head.source.address, destinations.map(({ address }) => address), content.kind, body]
  const hash = createHash('sha256').update(JSON.stringify(named)).digest()
  return { ...submitKey(credential, hash.toString('hex')), keptSeconds: credential.duplicateSeconds }
}

const noBytes = Buffer.alloc(0)

/** A key of submits of a credential. */
export function submitKey({ id, accountId }: Pick<SmppCredential, 'id' | 'accountId'>, key: string): IdempotencyKey {
  return { accountId, path: `smpp submit ${id}`, key, bodyHash: noBytes }
}
