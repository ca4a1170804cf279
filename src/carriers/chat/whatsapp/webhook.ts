import { isObject, isShallowJson } from '../../../values/json.ts'
import { parsePlainJson, validReference } from '../../http-template/answer.ts'
import type { IncomingMessage, MessageStatus } from '../channel.ts'
import type { CallbackReading } from '../flow.ts'
import { reasonOf } from './answer.ts'
import { readContent } from './incoming.ts'
import { readMark } from './message.ts'
import type { BusinessNumber } from './settings.ts'

type Fields = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Null for a body that is not a webhook of WhatsApp. Texts of people may contain characters that cannot be stored. */
export function readWebhook(body: Buffer, numbers: readonly BusinessNumber[], now: Date): CallbackReading | null {
  const json = parsePlainJson(body.toString())
  if (!isObject(json) || json.object !== 'whatsapp_business_account' || !isShallowJson(json.entry)) return null
  const messages: IncomingMessage[] = []
  const statuses: MessageStatus[] = []
  const problems: string[] = []
  const values = listOf(json.entry)
    .flatMap(({ changes }) => listOf(changes))
    .flatMap(({ field, value }) => (field === 'messages' && isObject(value) ? [value] : []))
  for (const value of values) {
    const id = isObject(value.metadata) ? value.metadata.phone_number_id : null
    const number = numbers.find((one) => one.id === id)
    if (number === undefined) {
      problems.push(`unknown phone number ID ${JSON.stringify(id ?? null).slice(0, 60)}`)
      continue
    }
    for (const one of listOf(value.messages)) {
      const message = readMessage(one, number, now)
      if (message === null) problems.push('a message without id, sender or type')
      else messages.push(message)
    }
    for (const one of listOf(value.statuses)) {
      const status = readStatus(one, now)
      if (status !== null) statuses.push(status)
    }
  }
  return { messages, statuses, problems }
}

function readMessage(given: Fields, { number }: BusinessNumber, now: Date): IncomingMessage | null {
  const id = validReference(textOf(given.id))
  const phone = textOf(given.from)
  if (id === null || phone === null || !/^\d{5,20}$/.test(phone)) return null
  const content = readContent(given)
  if (content === null) return null
  const reaction = isObject(given.reaction) ? textOf(given.reaction.message_id) : null
  const context = isObject(given.context) ? textOf(given.context.id) : null
  return {
    id,
    service: 'whatsapp',
    business: number,
    phone,
    content,
    at: timeOf(given.timestamp, now),
    answers: null,
    answersReference: validReference(context ?? reaction),
  }
}

const states: readonly unknown[] = ['sent', 'delivered', 'read', 'failed'] satisfies MessageStatus['state'][]

/** Null for other states, such as `played` and `deleted`. */
function readStatus(given: Fields, now: Date): MessageStatus | null {
  const reference = validReference(textOf(given.id))
  if (reference === null || !states.includes(given.status)) return null
  const code = Number(listOf(given.errors)[0]?.code)
  return {
    id: readMark(given.biz_opaque_callback_data),
    reference,
    state: given.status as MessageStatus['state'],
    reason: given.status === 'failed' ? (Number.isInteger(code) ? reasonOf(code) : null) : null,
    at: timeOf(given.timestamp, now),
  }
}

/** WhatsApp repeats webhooks for seven days. */
const oldestMs = 8 * 86_400_000

/** In seconds since 1970. An implausible time counts as now. */
function timeOf(value: unknown, now: Date): Date {
  const ms = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) * 1_000 : Number.NaN
  const age = now.getTime() - ms
  return age >= 0 && age <= oldestMs ? new Date(ms) : now
}
