import type { Unvalidated } from '../../../contract/public/shapes.ts'
import {
  messageLengthMax,
  type Recipient as RecipientOnWire,
  type SendBody,
  trackingTextLengthMax,
} from '../../../contract/public/sms.ts'
import { type Encoding, fitText } from '../../../values/gsm.ts'
import { isObject } from '../../../values/json.ts'
import { Loose } from '../../../values/loose.ts'
import { isLongerThan } from '../../../values/sms.ts'
import { parseScheduleTime, startOfMinute } from '../../../values/time.ts'
import {
  invalidEncoding,
  invalidFormat,
  invalidMessage,
  invalidRecipientId,
  invalidScheduleTime,
  invalidTrackingText,
  missingDestination,
  missingParameter,
  missingRecipientId,
  missingRecipients,
  scheduleInPast,
  tooManyRecipients,
} from '../errors.ts'
import type { Recipient, SendContent, SendRequest } from '../model.ts'

export interface ParseOptions {
  readonly recipientsMax: number
  readonly segmentsMax: number
  readonly now: Date
}

/** Reads the body of a send, or throws the first error in the order of the specification. */
export function readSend(body: unknown, options: ParseOptions): SendRequest {
  if (!isObject(body)) throw invalidFormat()
  const fields: Unvalidated<SendBody> = body
  const message = readMessageFields(fields)
  const recipients = readRecipients(fields.recipients, options)
  return { ...readContent(message, fields.schedule_time, options), recipients }
}

type MessageFields = Pick<SendContent, 'jobName' | 'campaignTitle' | 'sender' | 'text' | 'encoding'>

/** Reads the fields that are checked before the recipients. */
function readMessageFields(body: Unvalidated<SendBody>): MessageFields {
  const jobName = readTrackingText(body, 'job_name')
  const campaignTitle = readTrackingText(body, 'campaign_title')
  const sender = parseText(body.source_addr)
  if (sender === null) throw missingParameter('source_addr')
  const text = parseText(body.message)
  if (text === null) throw missingParameter('message')
  const encoding = parseEncoding(body.encoding)
  if (encoding === null) throw invalidEncoding()
  return { jobName, campaignTitle, sender, text, encoding }
}

/** Checks the fields that come after the recipients. */
function readContent(message: MessageFields, scheduleTime: unknown, options: ParseOptions): SendContent {
  if (message.text === '') throw invalidMessage('the message is empty')
  // Counting the segments of a very long text would take too long.
  if (message.text.length > messageLengthMax)
    throw invalidMessage(`the message has more than ${options.segmentsMax} segments`)
  const { encoding, segments } = fitText(message.text, message.encoding)
  if (segments > options.segmentsMax)
    throw invalidMessage(`the message has ${segments} segments; the maximum is ${options.segmentsMax}`)
  return { ...message, encoding, segments, scheduledAt: readSchedule(scheduleTime, options) }
}

function readTrackingText(body: Unvalidated<SendBody>, name: 'job_name' | 'campaign_title'): string | null {
  const value = body[name]
  if (value === undefined || value === null) return null
  const text = parseText(value)
  if (text === null || isLongerThan(text, trackingTextLengthMax)) throw invalidTrackingText(name)
  return text
}

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Accepts an integer, or a string of up to 64 digits. Returns digits without leading zeros. */
function parseInteger(value: unknown): string | null {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  if (typeof value !== 'string' || !/^\d{1,64}$/.test(value)) return null
  return value.replace(/^0+(?=\d)/, '')
}

function parseEncoding(value: unknown): Encoding | null {
  const code = parseInteger(value)
  if (code === '0') return 'gsm'
  return code === '8' ? 'ucs2' : null
}

function readRecipients(value: unknown, { recipientsMax }: ParseOptions): Recipient[] {
  if (!Array.isArray(value) || value.length === 0) throw missingRecipients()
  if (value.length > recipientsMax) throw tooManyRecipients(recipientsMax, value.length)
  return value.map((entry: unknown, index) => {
    const fields: Unvalidated<RecipientOnWire> = isObject(entry) ? entry : {}
    const number = parseText(fields.dest_addr)
    if (number === null) throw missingDestination(index + 1)
    const { recipient_id: id } = fields
    if (id === undefined || id === null) throw missingRecipientId(index + 1)
    const recipientId = parseRecipientId(id)
    if (recipientId === null) throw invalidRecipientId(index + 1)
    return { recipientId, number }
  })
}

function parseRecipientId(value: unknown): string | null {
  return value instanceof Loose ? String(value.value) : parseInteger(value)
}

/** Null to send now, which includes the current minute. */
function readSchedule(value: unknown, { now }: ParseOptions): Date | null {
  if (value === undefined || value === null || value === '') return null
  const time = parseTime(value)
  if (time === null) throw invalidScheduleTime()
  if (time < startOfMinute(now)) throw scheduleInPast(now)
  return time <= now ? null : time
}

function parseTime(value: unknown): Date | null {
  if (value instanceof Loose) return value.value instanceof Date ? value.value : null
  return typeof value === 'string' ? parseScheduleTime(value) : null
}
