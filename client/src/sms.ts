import { has, isFields } from './answer.ts'
import { RefusedError } from './errors.ts'
import { iterateFullPages, type Unpaged } from './pages.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** A phone number, and your reference for it within the request. */
export interface Recipient extends Omit<wire.SendSmsBody['recipients'][number], 'recipient_id'> {
  /** An integer of up to 64 digits. Above 2^53, use a bigint or a string of digits, because a number is rounded. */
  readonly recipient_id: number | bigint | string
}

/** The status of one message. */
export type DeliveryReport = wire.ListDeliveryReportsAnswer[number]

/** The result of a send. `hint` explains why recipients were not valid. */
export interface SentMessage extends wire.SendSmsAnswer {
  hint?: string
}

/** A message and its recipients. */
export interface SmsMessage extends Omit<wire.SendSmsBody, 'encoding' | 'recipients' | 'schedule_time'> {
  /** 0: GSM 03.38, or UCS-2 if the text needs it. 8: always UCS-2. Default: 0. */
  readonly encoding?: wire.SendSmsBody['encoding'] | undefined
  /** Phone numbers in international format without +, with IDs of your own or with the generated IDs 1, 2, 3, … */
  readonly recipients: readonly (string | Recipient)[]
  /** When to send: a Date, which is rounded up to the minute, or `yyyy-mm-dd hh:mm` in GMT. Default: now. */
  readonly schedule_time?: Date | string | null | undefined
}

const sendPath = '/v1/send'
const reportsPath = '/public/v1/delivery-reports'
/** The maximum of the server. */
const reportsLimit = 1_000

/** Messages and delivery reports. */
export function smsOf(transport: Transport) {
  const reportsPage = async (
    query: wire.ListDeliveryReportsQuery,
    options?: CallOptions,
  ): Promise<DeliveryReport[]> => {
    try {
      const answer = await transport.get<wire.ListDeliveryReportsAnswer | DeliveryReport>({
        product: 'dlr',
        path: reportsPath,
        query,
        options,
        isAnswer: isReports,
      })
      // Lenient credentials get a single report without a list, and a 404 without reports.
      return Array.isArray(answer) ? answer : [answer]
    } catch (error) {
      if (isNoReport(error)) return []
      throw error
    }
  }

  return {
    /**
     * Sends a message. Retries of the client do not send it twice.
     *
     * Invalid recipients are counted in `invalid` and do not cause an error: check `valid`; `hint` has the reason.
     * Without a valid recipient, `successful` is false and `code` is 101.
     */
    async send(message: SmsMessage, options?: CreateOptions): Promise<SentMessage> {
      if (!Array.isArray(message?.recipients))
        throw new TypeError("A message has recipients, which are a list: recipients: ['255712345678']")
      return transport.create({
        product: 'sms',
        path: sendPath,
        body: toBody(message),
        options,
        isAnswer: has('successful', 'request_id'),
        keepsHint: true,
      })
    },

    /**
     * Delivery reports of a request (`request_id`), of a phone number (`dest_addr`), or of both, newest first. Pages are
     * fetched on demand. For a phone number, a report can appear twice if a message is sent to it during the iteration.
     */
    reports(query: Unpaged<wire.ListDeliveryReportsQuery>, options?: CallOptions): AsyncIterable<DeliveryReport> {
      const { limit = reportsLimit } = query
      return iterateFullPages(limit, (page) => reportsPage({ ...query, limit, page }, options))
    },

    /** One page of delivery reports, up to `limit`. Default: 1,000. */
    reportsPage,
  }
}

export type Sms = ReturnType<typeof smsOf>

function toBody({ encoding = 0, recipients, schedule_time: time, ...message }: SmsMessage): wire.SendSmsBody {
  const schedule =
    time === undefined || time === null ? {} : { schedule_time: typeof time === 'string' ? time : toMinute(time) }
  return { ...message, encoding, recipients: withIds(recipients), ...schedule }
}

/** Recipients without an ID get the next unused one. JSON has no bigint, so a bigint is sent as a string of digits. */
function withIds(recipients: SmsMessage['recipients']): wire.SendSmsBody['recipients'] {
  const taken = new Set(recipients.map((one) => (typeof one === 'string' ? undefined : sameDigits(one.recipient_id))))
  let last = 0
  return recipients.map((one) => {
    if (typeof one !== 'string') {
      const { recipient_id: id } = one
      return { ...one, recipient_id: (typeof id === 'bigint' ? String(id) : id) as number }
    }
    do last += 1
    while (taken.has(String(last)))
    return { recipient_id: last, dest_addr: one }
  })
}

/** Normalizes an integer: '01' is 1. */
const sameDigits = (id: Recipient['recipient_id']) => (/^-?\d+$/.test(String(id)) ? String(BigInt(id)) : String(id))

/** Rounds up, because the current minute is in the past. */
function toMinute(time: Date): string {
  const minute = new Date(Math.ceil(Number(time) / 60_000) * 60_000)
  if (Number.isNaN(minute.getTime())) throw new TypeError('schedule_time is an invalid Date')
  return minute.toISOString().slice(0, 16).replace('T', ' ')
}

const isNoReport = (error: unknown) =>
  error instanceof RefusedError && isFields(error.body) && error.body.message === 'Delivery Report Not Found'

/** A list, or the single report of lenient credentials. */
const isReports = (body: unknown) => Array.isArray(body) || (isFields(body) && 'status' in body && 'dest_addr' in body)
