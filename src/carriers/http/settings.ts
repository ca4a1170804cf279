import { isObject } from '../../values/json.ts'
import type { Submission } from '../carrier.ts'
import type { RequestTemplate } from '../http-template/fill.ts'
import { readBounded, readPaths, readRequest, readStates } from '../http-template/settings.ts'
import { type Given, problem, readDescribed, rejectUnknown } from '../settings.ts'
import * as described from './described.ts'
import * as pushes from './described-pushes.ts'

/** The settings of an SMS provider with an HTTP API. Providers are defined by settings alone, without code. */
export interface HttpSettings {
  readonly send: SendSettings
  /** Null when the provider pushes no receipts. */
  readonly receipts: ReceiptSettings | null
  /** Null when the provider pushes no messages. */
  readonly messages: MessageSettings | null
  /** Null when the provider has no status request. */
  readonly status: StatusSettings | null
  /** The values of the {encoding} placeholder. */
  readonly encodings: Readonly<Record<Submission['encoding'], string>>
  readonly timeoutSeconds: number
  /** The number of requests, per process, that may be unanswered or have a response that is not stored yet. */
  readonly window: number
  /** The maximum requests per second and process; 0 means no limit. */
  readonly ratePerSecond: number
}

/** `busy` retries this message later. `slow` pauses all messages for a while. */
export type SendState = keyof typeof described.sendStates

export type DeliveryState = keyof typeof pushes.deliveryStates

/** Where to find the values in a response. */
export interface AnswerSettings {
  /** The separator of values in a plain-text response; paths are then indexes from 0. Null for JSON. */
  readonly split: string | null
  /** Empty when our own id is the reference. */
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
  /** The age of a message before its status is requested. */
  readonly afterSeconds: number
}

export interface PushSettings {
  readonly from: 'json' | 'form' | 'query' | 'xml'
  /** The path to the list in JSON or XML; empty when the body itself is one item or a list. */
  readonly list: string
  readonly answer: { readonly status: number; readonly type: string; readonly body: string }
}

export interface ReceiptSettings extends PushSettings {
  readonly reference: string
  readonly state: string
  readonly reason: string
  readonly states: ReadonlyMap<string, DeliveryState>
}

/** Paths are empty where not given. */
export interface MessageSettings extends PushSettings {
  readonly id: string
  readonly phone: string
  readonly number: string
  readonly text: string
  readonly time: string
  readonly coding: string
  /** The values of `coding` that mean UCS-2 in hexadecimal. */
  readonly hex: ReadonlyMap<string, 'hex'>
  /** Null when the provider joins long messages. */
  readonly part: Readonly<Record<keyof typeof pushes.part, string>> | null
}

const receiptPaths = ['list', 'reference', 'state', 'reason'] as const
const messagePaths = ['list', 'id', 'phone', 'number', 'text', 'time', 'coding'] as const
/** With pushed receipts, status requests only look for lost ones. */
const afterReceiptsSeconds = 300

/** Throws a SettingsProblem for invalid settings. */
export function readSettings(given: unknown): HttpSettings {
  const settings = readBounded(given)
  const read = readDescribed(settings, described.settings)
  const receipts = isMissing(settings.receipts) ? null : readReceipts(settings.receipts)
  return {
    send: readSend(settings.send),
    receipts,
    messages: isMissing(settings.messages) ? null : readMessages(settings.messages),
    status: isMissing(settings.status)
      ? null
      : readStatus(settings.status, receipts === null ? 0 : afterReceiptsSeconds),
    encodings: readEncodings(settings.encodings),
    timeoutSeconds: read.number('timeoutSeconds'),
    window: read.number('window'),
    ratePerSecond: read.number('ratePerSecond'),
  }
}

const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[]

const isMissing = (value: unknown) => value === undefined || value === null

export function readSend(value: unknown): SendSettings {
  const { template, given } = readRequest(value, 'send', ['answer', 'states'])
  const send = {
    ...template,
    answer: readAnswer(given.answer, 'send.answer'),
    states: readStates(given.states, 'send.states', namesOf(described.sendStates)),
  }
  if (send.answer.state === '' && hasValues(send.states))
    throw problem('send.answer.state is missing, but send.states lists values to find there')
  return send
}

const hasValues = (states: ReadonlyMap<string, unknown>) =>
  [...states.keys()].some((value) => !value.startsWith('http:'))

function readStatus(value: unknown, defaultSeconds: number): StatusSettings {
  const { template, given } = readRequest(value, 'status', ['answer', 'states', 'afterSeconds'])
  const answer = readAnswer(given.answer, 'status.answer')
  if (answer.state === '') throw problem('status.answer.state is missing')
  const states = readDeliveryStates(given.states, 'status.states')
  return {
    ...template,
    answer,
    states,
    afterSeconds: readDescribed(given, described.status, 'status.').number('afterSeconds', defaultSeconds),
  }
}

function readDeliveryStates(value: unknown, name: string): ReadonlyMap<string, DeliveryState> {
  const states = readStates(value, name, namesOf(pushes.deliveryStates))
  const meant = new Set(states.values())
  for (const state of ['delivered', 'undelivered'] as const) {
    if (!meant.has(state)) throw problem(`${name}.${state} is missing, so no message could ever become ${state}`)
  }
  return states
}

function readAnswer(value: unknown, name: string): AnswerSettings {
  if (value !== undefined && !isObject(value)) throw problem(`${name} must be an object`)
  const { split = null, ...paths } = value ?? {}
  const { maxLength: splitMax } = described.send.answer.properties.split
  if (split !== null && (typeof split !== 'string' || split.length === 0 || split.length > splitMax))
    throw problem(`${name}.split must be a string of 1 to ${splitMax} characters`)
  return { split, ...readPaths(paths, name, ['reference', 'state', 'reason']) }
}

function readReceipts(value: unknown): ReceiptSettings {
  if (!isObject(value)) throw problem('receipts must be an object')
  const { from: _from, states, answer, ...paths } = value
  const from = readDescribed(value, pushes.receipts, 'receipts.').oneOf('from')
  const read = readPaths(paths, 'receipts', receiptPaths)
  requirePaths(read, 'receipts', ['reference', 'state'])
  checkList(from, read.list, 'receipts')
  return { from, ...read, states: readDeliveryStates(states, 'receipts.states'), answer: readReply(answer, 'receipts') }
}

export function readMessages(value: unknown): MessageSettings {
  if (!isObject(value)) throw problem('messages must be an object')
  const { from: _from, hex, part, answer, ...paths } = value
  const from = readDescribed(value, pushes.messages, 'messages.').oneOf('from')
  const read = readPaths(paths, 'messages', messagePaths)
  requirePaths(read, 'messages', ['phone', 'number', 'text'])
  checkList(from, read.list, 'messages')
  return {
    from,
    ...read,
    hex: readStates(hex === undefined ? undefined : { hex }, 'messages', ['hex']),
    part: isMissing(part) ? null : readPart(part),
    answer: readReply(answer, 'messages'),
  }
}

function readPart(value: unknown): MessageSettings['part'] {
  const names = namesOf(pushes.part)
  const read = readPaths(value, 'messages.part', names)
  requirePaths(read, 'messages.part', names)
  return read
}

export function requirePaths<Name extends string>(
  paths: Readonly<Record<Name, string>>,
  under: string,
  names: readonly Name[],
): void {
  const missing = names.find((name) => paths[name] === '')
  if (missing !== undefined) throw problem(`${under}.${missing} is missing`)
}

export function checkList(from: PushSettings['from'], list: string, under: string): void {
  if (list !== '' && from !== 'json' && from !== 'xml')
    throw problem(`${under}.list works only with ${under}.from json or xml`)
}

export function readReply(value: unknown, under: string): PushSettings['answer'] {
  if (value !== undefined && !isObject(value)) throw problem(`${under}.answer must be an object`)
  const given: Given = value ?? {}
  const read = readDescribed(given, pushes.reply, `${under}.answer.`)
  const { type = pushes.reply.type.default, body = pushes.reply.body.default } = given
  if (typeof type !== 'string' || !/^[\x20-\x7e]{1,100}$/.test(type))
    throw problem(`${under}.answer.type must be a content type such as text/plain`)
  if (typeof body !== 'string' || body.length > pushes.reply.body.maxLength)
    throw problem(`${under}.answer.body must be a string of at most 1000 characters`)
  return { status: read.number('status'), type, body }
}

function readEncodings(value: unknown): HttpSettings['encodings'] {
  if (value !== undefined && !isObject(value)) throw problem('encodings must be an object')
  const given: Given = value ?? {}
  rejectUnknown(given, Object.keys(described.encodings), 'encodings.')
  const read = (name: 'gsm' | 'ucs2') => {
    const text = given[name] ?? described.encodings[name].default
    if (typeof text !== 'string' && typeof text !== 'number')
      throw problem(`encodings.${name} must be a string or a number`)
    return String(text)
  }
  return { gsm: read('gsm'), ucs2: read('ucs2') }
}
