import { type DecodedFields, splitUserData } from '../../engine/smpp/codec/fields.ts'

import type { Pdu } from '../../engine/smpp/pdu.ts'
import { decodeText, formOf, type TextForm } from '../../engine/smpp/text.ts'
import { GSM_BASIC } from '../../values/gsm.ts'
import type { ListedError, Receipt } from '../carrier.ts'
import { codeOf, type FailedState, failedStates, type ReceiptErrors } from './error-rules.ts'
import type { IdForm, SmppSettings } from './settings.ts'

/** The content of a deliver_sm or data_sm. A receipt has its values in TLVs, in its text, or in both; TLVs win. */
export type Delivery =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** An intermediate state. */
  | { readonly kind: 'progress' }
  /** An incoming message from a person. */
  | { readonly kind: 'message' }
  | { readonly kind: 'unreadable'; readonly why: string }

type State = 'progress' | 'delivered' | FailedState

/** By the number in message_state. */
const stateNumbers: readonly State[] = [
  'progress',
  'progress',
  'delivered',
  'expired',
  'deleted',
  'undelivered',
  'progress',
  'unknown',
  'rejected',
  'skipped',
]
/** The specification has words of seven letters, but carriers also write them out. */
const stateWords: readonly (readonly [beginning: RegExp, state: State])[] = [
  [/^(?:ENROUTE|ACCEPT|SCHED|BUFF)/, 'progress'],
  [/^DELIV/, 'delivered'],
  [/^EXPIR/, 'expired'],
  [/^DELET/, 'deleted'],
  [/^(?:UNDELIV|FAIL)/, 'undelivered'],
  [/^UNKNOWN/, 'unknown'],
  [/^REJECT/, 'rejected'],
  [/^SKIP/, 'skipped'],
]

/** The message type bits of esm_class. */
const kindMask = 0x3c
const receiptKind = 0x04
const intermediateKind = 0x20

const textMax = 1024
const idMax = 64
const dayMs = 86_400_000
const zoneStepMs = 1_800_000
/** More than a minute that was cut off, a clock that is slightly wrong, and the way of the receipt. */
const lateMs = 120_000

export function readDelivery({ fields }: Pdu, settings: SmppSettings, now: Date): Delivery {
  const text = readFields(textOf(fields))
  const kind = (fields.esm_class ?? 0) & kindMask
  const isIntermediate = kind === intermediateKind
  const id = idIn(fields.receipted_message_id) ?? idIn(text.id)
  const state = stateNumbers[fields.message_state ?? -1] ?? stateOf(text.stat)
  const saysSo =
    kind === receiptKind ||
    isIntermediate ||
    fields.receipted_message_id !== undefined ||
    fields.message_state !== undefined
  // Some carriers do not mark receipts. Only for those, a text in receipt format counts, because anyone could send such
  // a text to end another message.
  const looksLikeOne =
    settings.unmarkedReceipts && kind === 0 && id !== null && state !== null && text.donedate !== undefined
  if (!saysSo && !looksLikeOne) return { kind: 'message' }

  if (state === 'progress' || (isIntermediate && state !== 'delivered')) return { kind: 'progress' }
  if (id === null) return { kind: 'unreadable', why: 'the receipt has no message ID' }
  if (state === null)
    return {
      kind: 'unreadable',
      why: text.stat ? `the receipt has the state ${text.stat.slice(0, 20)}` : 'the receipt has no state',
    }
  return {
    kind: 'receipt',
    receipt: {
      reference: referenceOf(id, settings.receiptIds),
      ...(state === 'delivered'
        ? { status: 'DELIVERED', reason: null }
        : classifyReceipt(state, errorIn(fields.network_error_code) ?? text.err, settings)),
      at: lateTimeIn(text.donedate, now) ?? now,
    },
  }
}

/**
 * Normalizes message ids, so that those of submit responses and of receipts match. An id in an unexpected form is used
 * as text.
 */
export function referenceOf(messageId: string, form: IdForm): string {
  const id = messageId.trim().toLowerCase()
  if (form === 'decimal' && /^\d+$/.test(id)) return BigInt(id).toString()
  if (form === 'hex' && /^(?:0x)?[0-9a-f]+$/.test(id)) return BigInt(`0x${id.replace(/^0x/, '')}`).toString()
  return id.replace(/^0+(?=.)/, '')
}

function stateOf(word: string | undefined): State | null {
  const upper = (word ?? '').toUpperCase()
  return stateWords.find(([beginning]) => beginning.test(upper))?.[1] ?? null
}

/**
 * By the settings of the carrier, and otherwise by the default: the error code of the network is more specific than the
 * state. The reason stays short, because it is a metric label.
 */
function classifyReceipt(
  state: FailedState,
  error: string | undefined,
  { receiptErrors }: Pick<SmppSettings, 'receiptErrors'>,
): Pick<Receipt, 'status' | 'reason' | 'carrierReason' | 'retry'> {
  const code = codeOf(error ?? '')
  const keys = code === null ? [state] : [`${state}/${code}`, code, state]
  const rules = receiptErrors.size === 0 ? [] : keys.flatMap((key) => receiptErrors.get(key) ?? [])
  const reason = rules.find((rule) => rule.reason !== null)?.reason
  const carrierReason = code === null ? `carrier_${state}` : `carrier_${state}_${code}`
  const action = rules.find((rule) => rule.action !== null)?.action
  return {
    status: 'UNDELIVERED',
    reason: reason ?? carrierReason,
    ...(reason === undefined ? {} : { carrierReason }),
    ...(hasRetries(receiptErrors) && { retry: action === 'retry' }),
  }
}

const hasRetries = (rules: ReceiptErrors) => [...rules.values()].some(({ action }) => action === 'retry')

/** The states of failed messages, then the codes of the settings. */
export function listReceiptErrors(receiptErrors: ReceiptErrors): ListedError[] {
  const keys = new Set<string>([...failedStates, ...receiptErrors.keys()])
  return [...keys].map((key) => {
    const [state = key, code = ''] =
      key.includes('/') || failedStates.some((one) => one === key) ? key.split('/') : ['undelivered', key]
    const { reason, retry } = classifyReceipt(state as FailedState, code, { receiptErrors })
    return {
      code: key,
      action: retry ? 'retry' : 'fail',
      reason: reason ?? '',
      isOwn: receiptErrors.has(key),
      text: null,
    }
  })
}

/** One byte for the network type, and two for its code. */
function errorIn(value: Buffer | undefined): string | undefined {
  return value?.length === 3 ? String(value.readUInt16BE(1)) : undefined
}

/** The id ends at the first non-printable character. */
function idIn(value = ''): string | null {
  const id = /^[\x21-\x7e]*/.exec(value.trim())?.[0] ?? ''
  return id === '' || id.length > idMax ? null : id
}

/**
 * The format in the appendix of the specification, which nearly all carriers use. Gives the same result as reading name
 * by name, but much faster.
 */
const standardText =
  /^id:([^\s:]+) sub:([^\s:]+) dlvrd:([^\s:]+) submit date:([^\s:]+) done date:([^\s:]+) stat:([^\s:]+) err:([^\s:]+)(?: text:|\s*$)/i
const printableText = /^[ -~]*$/

/**
 * The named values in the text of a receipt, in any order and letter case, with spaces removed from names. The part
 * after `text:` belongs to the message.
 */
function readFields(text: string): Readonly<Record<string, string>> {
  const [, id, sub, dlvrd, submitdate, donedate, stat, err] = standardText.exec(text) ?? []
  if (id && sub && dlvrd && submitdate && donedate && stat && err)
    return { id, sub, dlvrd, submitdate, donedate, stat, err }

  const names = [...text.matchAll(/(?<![a-z0-9])(id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text)\s*:/gi)]
  const end = names.findIndex(([, name]) => name?.toLowerCase() === 'text')
  const values: Record<string, string> = {}
  for (const [place, { 0: whole, 1: name = '', index }] of names.slice(0, end === -1 ? undefined : end).entries()) {
    values[name.toLowerCase().replace(/[ _]/, '')] ??= text.slice(index + whole.length, names[place + 1]?.index).trim()
  }
  return values
}

/** The short_message, or the message_payload in its place. */
function textOf({
  short_message: short,
  message_payload: payload,
  esm_class: kind = 0,
  data_coding: coding = 0,
}: DecodedFields): string {
  const read = (bytes: Buffer | undefined) =>
    bytes === undefined ? '' : charactersOf(splitUserData(bytes, kind).text, formOf(coding))
  return (read(short) || read(payload)).slice(0, textMax)
}

/**
 * Most carriers write receipts in ASCII, whatever the default alphabet is. Only non-ASCII bytes are read as septets;
 * otherwise an underscore in an id would become a section sign.
 */
function charactersOf(bytes: Buffer, form: TextForm | null): string {
  if (form === 'ucs2') return decodeText(bytes, form)
  const text = bytes.toString('latin1')
  if (form === 'latin1' || printableText.test(text)) return text
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : (GSM_BASIC[byte] ?? ' '),
  ).join('')
}

/**
 * When the message was delivered, if the receipt clearly arrives later, for example after an outage; null for the time
 * of arrival. The date is `YYMMDDhhmm` with optional seconds, and sometimes with the century. It is read as UTC, but the
 * time zone is missing and often local, and most carriers give whole minutes: a difference of nearly a multiple of half
 * an hour, including none, is a time zone and no delay.
 */
function lateTimeIn(value: string | undefined, now: Date): Date | null {
  const digits = (value ?? '').replaceAll(/\D/g, '')
  const century = String(now.getUTCFullYear()).slice(0, 2)
  for (const whole of [`${century}${digits}`, digits]) {
    const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/.exec(whole) ?? []
    const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}Z`)
    const agoMs = now.getTime() - time.getTime()
    const zoneMs = Math.round(agoMs / zoneStepMs) * zoneStepMs
    if (agoMs >= 0 && agoMs <= dayMs && Math.abs(agoMs - zoneMs) >= lateMs) return time
  }
  return null
}
