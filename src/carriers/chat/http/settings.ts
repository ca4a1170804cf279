import { isObject } from '../../../values/json.ts'
import {
  checkList,
  type MessageSettings,
  type PushSettings,
  readMessages,
  readReply,
  readSend,
  requirePaths,
  type SendSettings,
} from '../../http/settings.ts'
import { readBounded, readPaths, readStates } from '../../http-template/settings.ts'
import { type Given, problem, readBoolean, readDescribed } from '../../settings.ts'
import type { ChatContent } from '../channel.ts'
import * as described from './described.ts'

export type ReceiptState = keyof typeof described.receiptStates

export interface ReceiptSettings extends PushSettings {
  readonly reference: string
  readonly state: string
  readonly reason: string
  readonly states: ReadonlyMap<string, ReceiptState>
}

/** The settings of a chat channel with an HTTP API. */
export interface HttpChatSettings {
  readonly services: readonly string[]
  /** Null for any. */
  readonly businesses: readonly string[] | null
  readonly types: readonly ChatContent['type'][]
  readonly send: SendSettings
  readonly receipts: ReceiptSettings | null
  readonly messages: MessageSettings | null
  readonly isRepeatable: boolean
  readonly hasSessions: boolean
  readonly timeoutMs: number
  readonly ratePerSecond: number
}

const contentTypes = ['text', 'image', 'document', 'video', 'audio', 'location', 'template', 'interactive'] as const
const listMax = 50

/** Throws a SettingsProblem for invalid settings. */
export function readSettings(given: unknown): HttpChatSettings {
  const settings = readBounded(given)
  const read = readDescribed(settings, described.settings)
  const services = readTexts(settings, 'services', /^[a-z][a-z0-9_-]{0,31}$/, 'a name such as telegram')
  if (services.length === 0) throw problem('services is missing')
  const messages = isMissing(settings.messages) ? null : readMessages(settings.messages)
  if (messages !== null && services.length > 1)
    throw problem('messages works only with one service; add a provider for each service')
  if (messages?.id === '') throw problem('messages.id is missing')
  return {
    services,
    businesses: isMissing(settings.businesses)
      ? null
      : readTexts(settings, 'businesses', /^\P{Cc}{1,64}$/u, 'a name of 1 to 64 characters'),
    types: readTypes(settings),
    send: readSend(settings.send),
    receipts: isMissing(settings.receipts) ? null : readReceipts(settings.receipts),
    messages,
    isRepeatable: readBoolean(settings, 'isRepeatable'),
    hasSessions: readBoolean(settings, 'hasSessions'),
    timeoutMs: read.number('timeoutSeconds') * 1_000,
    ratePerSecond: read.number('ratePerSecond'),
  }
}

const isMissing = (value: unknown) => value === undefined || value === null

function readTexts(settings: Given, name: string, shape: RegExp, wanted: string): string[] {
  const value = settings[name] ?? []
  if (!Array.isArray(value) || value.length > listMax)
    throw problem(`${name} must be a list of at most ${listMax} names`)
  return value.map((one) => {
    if (typeof one !== 'string' || !shape.test(one)) throw problem(`${name} must have only ${wanted}`)
    return one
  })
}

function readTypes(settings: Given): HttpChatSettings['types'] {
  const names = readTexts(settings, 'types', /^[a-z]{1,20}$/, `some of ${contentTypes.join(', ')}`)
  const types = names.map((name) => {
    const type = contentTypes.find((one) => one === name)
    if (type === undefined) throw problem(`types must have only some of ${contentTypes.join(', ')}`)
    return type
  })
  return types.length === 0 ? ['text'] : types
}

function readReceipts(value: unknown): ReceiptSettings {
  if (!isObject(value)) throw problem('receipts must be an object')
  const { from: _from, states: given, answer, ...paths } = value
  const from = readDescribed(value, described.receipts, 'receipts.').oneOf('from')
  const read = readPaths(paths, 'receipts', ['list', 'reference', 'state', 'reason'])
  requirePaths(read, 'receipts', ['reference', 'state'])
  checkList(from, read.list, 'receipts')
  const states = readStates(given, 'receipts.states', Object.keys(described.receiptStates) as ReceiptState[])
  for (const state of ['delivered', 'failed'] as const)
    if (![...states.values()].includes(state))
      throw problem(`receipts.states.${state} is missing, so no message could ever become ${state}`)
  return { from, ...read, states, answer: readReply(answer, 'receipts') }
}
