import { createHash } from 'node:crypto'
import type { Incoming, IncomingPart, Push, PushReading } from '../carrier.ts'
import { validReference } from '../http-template/answer.ts'
import { numberIn } from '../numbers.ts'
import { type ItemProblem, type ReadValue, readItems } from './pushed-items.ts'
import type { MessageSettings } from './settings.ts'

/** Numbers, short codes and names. */
const addressMax = 40
const textMax = 10_000
const partsMax = 255

/** Reads pushed messages. */
export function readMessages(settings: MessageSettings, push: Push, now: Date): PushReading {
  const { items, ...reading } = readItems(settings, 'message', push, (valueAt): Incoming | ItemProblem => {
    const message = readMessage(settings, valueAt, now)
    return typeof message === 'string' ? { problem: message } : message
  })
  return { ...reading, receipts: [], messages: items }
}

/** Returns the problem of an unreadable message. */
function readMessage(settings: MessageSettings, valueAt: ReadValue, now: Date): Incoming | string {
  const id = validReference(valueAt(settings.id))
  const phone = addressAt(valueAt(settings.phone))
  const number = addressAt(valueAt(settings.number))
  const raw = valueAt(settings.text)
  if (settings.id !== '' && id === null) return `${settings.id} is missing`
  if (phone === null) return `${settings.phone} is missing`
  if (number === null) return `${settings.number} is missing`
  if (raw === null) return `${settings.text} is missing`
  if (raw.length > textMax * 4) return `${settings.text} is too long`
  const isHex = settings.hex.has(valueAt(settings.coding) ?? '')
  const text = isHex ? decodeHex(raw) : raw
  if (text === null) return `${settings.text} is not UCS-2 in hexadecimal`
  return {
    id,
    from: phone,
    to: number,
    text: text.slice(0, textMax),
    part: partOf(settings, valueAt),
    at: timeOf(valueAt(settings.time), now),
  }
}

function addressAt(value: string | null): string | null {
  const address = validReference(value === null ? null : numberIn(value.trim()))
  return address === null || address.length > addressMax ? null : address
}

const hexShape = /^(?:[\da-f]{4})*$/i

/** Null for a text that is not UCS-2 in hexadecimal. */
function decodeHex(text: string): string | null {
  return hexShape.test(text) ? Buffer.from(text, 'hex').swap16().toString('utf16le') : null
}

/** Null for a message in one part. */
function partOf({ part }: MessageSettings, valueAt: ReadValue): IncomingPart | null {
  if (part === null) return null
  const [number, total] = [Number(valueAt(part.number)), Number(valueAt(part.total))]
  const reference = valueAt(part.reference)
  const isPart =
    Number.isInteger(number) &&
    Number.isInteger(total) &&
    number >= 1 &&
    number <= total &&
    total > 1 &&
    total <= partsMax
  return reference === null || !isPart ? null : { reference: integerOf(reference), number, total }
}

/** Some providers number long messages, others give them a longer ID. */
const integerOf = (reference: string) =>
  /^\d{1,9}$/.test(reference) ? Number(reference) : createHash('sha256').update(reference).digest().readUInt32BE() >>> 1

const oldestMs = 7 * 86_400_000
const zoneShape = /(?:z|[+-]\d\d:?\d\d)$/i

/** A time without a zone is UTC. Without a plausible time, the message counts as written now. */
function timeOf(value: string | null, now: Date): Date {
  const text = value?.trim() ?? ''
  const time = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text) * (Number(text) < 1e11 ? 1_000 : 1)
    : Date.parse(zoneShape.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  const age = now.getTime() - time
  return age >= 0 && age <= oldestMs ? new Date(time) : now
}
