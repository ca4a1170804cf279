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
import { isLongerThan } from '../../../values/text-length.ts'
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

/** Reads the body of a send, or throws the refusal that comes first in the decided order. */
export function readSend(body: unknown, options: ParseOptions): SendRequest {
  const fields = fieldsOf(body)
  const said = readSaid(fields)
  const recipients = readRecipients(fields.recipients, options)
  return { ...readContent(said, fields.schedule_time, options), recipients }
}

/** The same without recipients: who they are is known elsewhere. */
export function readSendWithoutRecipients(body: unknown, options: ParseOptions): SendContent {
  const fields = fieldsOf(body)
  return readContent(readSaid(fields), fields.schedule_time, options)
}

function fieldsOf(body: unknown): Unvalidated<SendBody> {
  if (!isObject(body)) throw invalidFormat()
  return body
}

type Said = Pick<SendContent, 'jobName' | 'campaignTitle' | 'sender' | 'text' | 'encoding'>

/** What is looked at before the recipients. */
function readSaid(body: Unvalidated<SendBody>): Said {
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

/** And what after them. */
function readContent(said: Said, scheduleTime: unknown, options: ParseOptions): SendContent {
  if (said.text === '') throw invalidMessage('the message is empty')
  // Cutting it into segments would take long, only to count them.
  if (said.text.length > messageLengthMax)
    throw invalidMessage(`the message has more than ${options.segmentsMax} segments`)
  const { encoding, segments } = fitText(said.text, said.encoding)
  if (segments > options.segmentsMax)
    throw invalidMessage(`the message has ${segments} segments, at most ${options.segmentsMax} are allowed`)
  return { ...said, encoding, segments, scheduledAt: readSchedule(scheduleTime, options) }
}

function readTrackingText(body: Unvalidated<SendBody>, name: 'job_name' | 'campaign_title'): string | null {
  const value = body[name]
  if (value === undefined || value === null) return null
  const text = parseText(value)
  if (text === null || isLongerThan(text, trackingTextLengthMax)) throw invalidTrackingText(name)
  return text
}

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** An integer, or a string of up to 64 digits that is read as one; as text without leading zeros. */
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

/** The current minute is now. */
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
