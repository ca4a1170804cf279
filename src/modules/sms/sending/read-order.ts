import type { Addressee, SendBody } from '../../../contract/account/send.ts'
import { splitBinary } from '../../../values/gsm.ts'
import { refuse } from '../../../values/refusal.ts'
import { parseIsoTime, startOfMinute } from '../../../values/time.ts'
import { invalidBinary, invalidMessage, invalidNotBefore, notBeforeInPast, tooManyNumbers } from '../errors.ts'
import { type SendContent, type WireOptions, wireUnlessEmpty } from '../model.ts'
import { readWindow } from '../scheduling/window-rules.ts'
import type { ParseOptions } from './parse.ts'

/** Values of placeholders by name, in lower case. */
export type Variables = ReadonlyMap<string, string>

/** The text of an order, or the template that has it. */
export type OrderText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'template'; readonly id: number }
  | { readonly kind: 'binary'; readonly text: string; readonly segments: number }

/** A send by `POST /v2/messages`, as parsed. */
export interface Order {
  readonly content: Omit<SendContent, 'text' | 'encoding' | 'segments'>
  /** Scheduled by `hold`, not by `notBefore`. */
  readonly isHeld: boolean
  readonly text: OrderText
  readonly variables: Variables
  /** Null for the setting of the account. */
  readonly isSmart: boolean | null
  readonly to: readonly Addressee[]
  readonly contactIds: readonly number[]
  readonly bookIds: readonly number[]
  readonly segmentIds: readonly number[]
  /** The configured validity by default. */
  readonly validSeconds?: number
  readonly callbackUrl: string | null
}

/** Reads a body that fits its schema, or throws the first refusal. */
export function readOrder(body: SendBody, options: ParseOptions): Order {
  const { to = [], contactIds = [], bookIds = [], segmentIds = [] } = body
  if ([to, contactIds, bookIds, segmentIds].every((list) => list.length === 0)) throw refuse('missing_recipients')
  if (to.length > options.recipientsMax) throw tooManyNumbers(options.recipientsMax, to.length)
  const text = readText(body, options)
  const wire = wireOf(body)
  const notBefore = readNotBefore(body.notBefore, options.now)
  const heldUntil = notBefore === null ? endOfHold(body.hold, options.now) : null
  return {
    content: {
      sender: body.from,
      scheduledAt: notBefore ?? heldUntil,
      campaignTitle: body.campaign ?? null,
      tags: body.tags?.length ? body.tags : undefined,
      reference: body.reference,
      wire: wireUnlessEmpty(wire),
    },
    isHeld: heldUntil !== null,
    text,
    variables: readVariables(body.variables),
    isSmart: body.smartEncoding ?? null,
    to: to.map((one) => (typeof one === 'string' ? { number: one } : one)),
    contactIds,
    bookIds: [...new Set(bookIds)],
    segmentIds: [...new Set(segmentIds)],
    validSeconds: body.validity,
    callbackUrl: body.callbackUrl ?? null,
  }
}

export const readVariables = (variables: SendBody['variables'] = {}): Variables =>
  new Map(Object.entries(variables).map(([name, value]) => [name.toLowerCase(), String(value)]))

function readText({ text, templateId, binary }: SendBody, { segmentsMax }: ParseOptions): OrderText {
  if ([text, templateId, binary].filter((one) => one !== undefined).length !== 1) throw refuse('invalid_content')
  if (text !== undefined) {
    if (text.trim() === '') throw invalidMessage('the text is empty')
    return { kind: 'text', text }
  }
  if (templateId !== undefined) return { kind: 'template', id: templateId }
  const { data, udh = '' } = binary ?? { data: '' }
  if (udh !== '' && Number.parseInt(udh.slice(0, 2), 16) !== udh.length / 2 - 1)
    throw invalidBinary('the first byte of udh is the number of the bytes after it')
  const hex = (udh + data).toLowerCase()
  const segments = splitBinary(hex, { hasHeader: udh !== '' }).length
  // Only the client knows how to split a message with a header.
  if (udh !== '' && segments > 1) throw invalidBinary('udh and data together have at most 140 bytes')
  if (segments > segmentsMax) throw invalidBinary(`data has ${segments} parts; the maximum is ${segmentsMax}`)
  return { kind: 'binary', text: hex, segments }
}

/** The data coding of bytes in GSM 03.38. */
const eightBit = 4

function wireOf({ flash, binary, receipt, sendWindow }: SendBody): WireOptions {
  return {
    ...(flash ? { messageClass: 0 } : {}),
    ...(binary === undefined ? {} : { binary: { dataCoding: eightBit, hasHeader: binary.udh !== undefined } }),
    ...(receipt === false ? { receipt } : {}),
    ...(sendWindow === undefined ? {} : { window: readWindow(sendWindow) }),
  }
}

/** Counted by the clock of the server: that of a browser may be minutes off. */
const endOfHold = (seconds: number | undefined, now: Date): Date | null =>
  seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000)

/** Null to send now, which includes the current minute. */
function readNotBefore(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const time = parseIsoTime(text)
  if (time === null) throw invalidNotBefore()
  if (time < startOfMinute(now)) throw notBeforeInPast(now)
  return time <= now ? null : time
}
