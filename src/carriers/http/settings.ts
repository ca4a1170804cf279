import { isObject } from '../../values/json.ts'
import type { Submission } from '../carrier.ts'
import type { RequestTemplate } from '../http-template/fill.ts'
import { readBounded, readPaths, readRequest, readStates } from '../http-template/settings.ts'
import { type Given, problem, readDescribed, refuseUnknown } from '../settings.ts'
import * as described from './described.ts'

/**
 * The settings of a provider of SMS that is spoken to over HTTP. They are all that there is of it: no code knows its
 * name.
 */
export interface HttpSettings {
  readonly send: SendSettings
  /** Null: the provider pushes none. */
  readonly receipts: ReceiptSettings | null
  /** Null: the provider can't be asked. */
  readonly status: StatusSettings | null
  /** What {encoding} is. */
  readonly encodings: Readonly<Record<Submission['encoding'], string>>
  readonly timeoutSeconds: number
  /** How many requests may be unanswered, or their answer not written down, on each process. */
  readonly window: number
  /** Most requests in a second, on each process; 0 is no limit. */
  readonly ratePerSecond: number
}

/** busy: this message may be tried again later. slow: nothing more for a while. */
export type SendState = keyof typeof described.sendStates

export type DeliveryState = keyof typeof described.deliveryStates

/** Where things stand in an answer. */
export interface AnswerSettings {
  /** Signs at which a text is cut into values, which paths then name by their place from 0. Null: it is JSON. */
  readonly split: string | null
  /** Empty: ours is the reference. */
  readonly reference: string
  readonly state: string
  readonly reason: string
}

export interface SendSettings extends RequestTemplate {
  readonly answer: AnswerSettings
  readonly states: ReadonlyMap<string, SendState>
}

export interface StatusSettings extends RequestTemplate {
  readonly answer: AnswerSettings
  readonly states: ReadonlyMap<string, DeliveryState>
  /** How old a message is before it is asked about. */
  readonly afterSeconds: number
}

export interface ReceiptSettings {
  readonly from: 'json' | 'form' | 'query'
  /** Where in JSON the list of receipts is; empty: it is one receipt, or a list of them. */
  readonly list: string
  readonly reference: string
  readonly state: string
  readonly reason: string
  readonly states: ReadonlyMap<string, DeliveryState>
  readonly answer: { readonly status: number; readonly type: string; readonly body: string }
}

const receiptPaths = ['list', 'reference', 'state', 'reason'] as const
/** Where receipts are pushed, asking is for those that were lost. */
const afterReceiptsSeconds = 300

/** Reads settings, or throws a SettingsProblem that says what is wrong with them. */
export function readSettings(given: unknown): HttpSettings {
  const settings = readBounded(given)
  const read = readDescribed(settings, described.settings)
  const receipts = isLeftOut(settings.receipts) ? null : readReceipts(settings.receipts)
  return {
    send: readSend(settings.send),
    receipts,
    status: isLeftOut(settings.status)
      ? null
      : readStatus(settings.status, receipts === null ? 0 : afterReceiptsSeconds),
    encodings: readEncodings(settings.encodings),
    timeoutSeconds: read.number('timeoutSeconds'),
    window: read.number('window'),
    ratePerSecond: read.number('ratePerSecond'),
  }
}

const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[]

const isLeftOut = (value: unknown) => value === undefined || value === null

function readSend(value: unknown): SendSettings {
  const { template, given } = readRequest(value, 'send', ['answer', 'states'])
  const send = {
    ...template,
    answer: readAnswer(given.answer, 'send.answer'),
    states: readStates(given.states, 'send.states', namesOf(described.sendStates)),
  }
  if (send.answer.state === '' && hasValues(send.states))
    throw problem('send.answer.state is missing: send.states has values, and nobody knows where they stand')
  return send
}

const hasValues = (states: ReadonlyMap<string, unknown>) =>
  [...states.keys()].some((value) => !value.startsWith('http:'))

function readStatus(value: unknown, usualSeconds: number): StatusSettings {
  const { template, given } = readRequest(value, 'status', ['answer', 'states', 'afterSeconds'])
  const answer = readAnswer(given.answer, 'status.answer')
  if (answer.state === '') throw problem('status.answer.state is missing')
  const states = readDeliveryStates(given.states, 'status.states')
  return {
    ...template,
    answer,
    states,
    afterSeconds: readDescribed(given, described.status, 'status.').number('afterSeconds', usualSeconds),
  }
}

function readDeliveryStates(value: unknown, name: string): ReadonlyMap<string, DeliveryState> {
  const states = readStates(value, name, namesOf(described.deliveryStates))
  const meant = new Set(states.values())
  for (const state of ['delivered', 'undelivered'] as const) {
    if (!meant.has(state)) throw problem(`${name}.${state} is missing: no message would ever end that way`)
  }
  return states
}

function readAnswer(value: unknown, name: string): AnswerSettings {
  if (value !== undefined && !isObject(value)) throw problem(`${name} is no object`)
  const { split = null, ...paths } = value ?? {}
  if (
    split !== null &&
    (typeof split !== 'string' || split.length === 0 || split.length > described.send.answer.properties.split.maxLength)
  )
    throw problem(`${name}.split is a few signs to cut the answer at`)
  return { split, ...readPaths(paths, name, ['reference', 'state', 'reason']) }
}

function readReceipts(value: unknown): ReceiptSettings {
  if (!isObject(value)) throw problem('receipts is no object')
  const { from: _from, states, answer, ...paths } = value
  const from = readDescribed(value, described.receipts, 'receipts.').oneOf('from')
  const read = readPaths(paths, 'receipts', receiptPaths)
  for (const name of ['reference', 'state'] as const)
    if (read[name] === '') throw problem(`receipts.${name} is missing`)
  if (read.list !== '' && from !== 'json') throw problem('receipts.list is for JSON alone')
  return { from, ...read, states: readDeliveryStates(states, 'receipts.states'), answer: readReply(answer) }
}

function readReply(value: unknown): ReceiptSettings['answer'] {
  if (value !== undefined && !isObject(value)) throw problem('receipts.answer is no object')
  const given: Given = value ?? {}
  const read = readDescribed(given, described.reply, 'receipts.answer.')
  const { type = described.reply.type.default, body = described.reply.body.default } = given
  if (typeof type !== 'string' || !/^[\x20-\x7e]{1,100}$/.test(type))
    throw problem('receipts.answer.type is no type of content')
  if (typeof body !== 'string' || body.length > described.reply.body.maxLength)
    throw problem('receipts.answer.body is a text of at most 1000 characters')
  return { status: read.number('status'), type, body }
}

function readEncodings(value: unknown): HttpSettings['encodings'] {
  if (value !== undefined && !isObject(value)) throw problem('encodings is no object')
  const given: Given = value ?? {}
  refuseUnknown(given, Object.keys(described.encodings), 'encodings.')
  const read = (name: 'gsm' | 'ucs2') => {
    const text = given[name] ?? described.encodings[name].default
    if (typeof text !== 'string' && typeof text !== 'number') throw problem(`encodings.${name} is a text or a number`)
    return String(text)
  }
  return { gsm: read('gsm'), ucs2: read('ucs2') }
}
