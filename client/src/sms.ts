import { has, isFields } from './answer.ts'
import { RefusedError } from './errors.ts'
import { iterateFullPages, type Unpaged } from './pages.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** Somebody to send to: the number, and your own reference for it within the send. */
export interface Recipient extends Omit<wire.SendSmsBody['recipients'][number], 'recipient_id'> {
  /** An integer of up to 64 digits. One beyond 2^53 is a bigint or a string of digits, because a number would round it. */
  readonly recipient_id: number | bigint | string
}

/** What became of one message. */
export type DeliveryReport = wire.ListDeliveryReportsAnswer[number]

/** What became of a send; with a hint, for people, when it could not go to all. */
export interface SentMessage extends wire.SendSmsAnswer {
  hint?: string
}

/** A message and whom it is for. */
export interface SmsMessage extends Omit<wire.SendSmsBody, 'encoding' | 'recipients' | 'schedule_time'> {
  /**
   * 0, which is what is meant when it is left out: GSM 03.38, and UCS-2 for a text that needs it. 8 for UCS-2 in any
   * case.
   */
  readonly encoding?: wire.SendSmsBody['encoding'] | undefined
  /**
   * Numbers in international format without +, which get the ids 1, 2, 3 and so on; or numbers with ids of your own.
   */
  readonly recipients: readonly (string | Recipient)[]
  /**
   * When it is to be sent: a time, which is rounded up to the minute, or `yyyy-mm-dd hh:mm` in GMT. At once when left
   * out.
   */
  readonly schedule_time?: Date | string | null | undefined
}

const sendPath = '/v1/send'
const reportsPath = '/public/v1/delivery-reports'
/** As many as the server gives at once. */
const reportsLimit = 1_000

/** Messages, and what became of them. */
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
      // A credential that is lenient, for old clients, gets a single report without a list around it, and none as 404.
      return Array.isArray(answer) ? answer : [answer]
    } catch (error) {
      if (isNoReport(error)) return []
      throw error
    }
  }

  return {
    /**
     * Sends a message. It is sent once, however often the client has to try.
     *
     * Recipients that it can't go to are counted in `invalid` and not refused: look at `valid`, and `hint` says why.
     * With no valid one at all, `successful` is false and `code` 101.
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
     * Delivery reports of a send (`request_id`), of a number (`dest_addr`), or of both; the newest first, fetched as
     * needed. Reports of a send stay in their places. Of a number, one may come twice when something is sent to it
     * meanwhile.
     */
    reports(query: Unpaged<wire.ListDeliveryReportsQuery>, options?: CallOptions): AsyncIterable<DeliveryReport> {
      const { limit = reportsLimit } = query
      return iterateFullPages(limit, (page) => reportsPage({ ...query, limit, page }, options))
    },

    /** One page of them: up to 1,000, or `limit`. */
    reportsPage,
  }
}

export type Sms = ReturnType<typeof smsOf>

function toBody({ encoding = 0, recipients, schedule_time: time, ...message }: SmsMessage): wire.SendSmsBody {
  const schedule =
    time === undefined || time === null ? {} : { schedule_time: typeof time === 'string' ? time : toMinute(time) }
  return { ...message, encoding, recipients: withIds(recipients), ...schedule }
}

/** Numbers without an id get the next that nobody has. JSON has no bigint; the server takes the same digits as text. */
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

/** One spelling for each integer: '01' is 1. */
const sameDigits = (id: Recipient['recipient_id']) => (/^-?\d+$/.test(String(id)) ? String(BigInt(id)) : String(id))

/** Rounded up: a minute that has begun is in the past. */
function toMinute(time: Date): string {
  const minute = new Date(Math.ceil(Number(time) / 60_000) * 60_000)
  if (Number.isNaN(minute.getTime()))
    throw new TypeError('schedule_time is no time: it was made of something that is no date')
  return minute.toISOString().slice(0, 16).replace('T', ' ')
}

const isNoReport = (error: unknown) =>
  error instanceof RefusedError && isFields(error.body) && error.body.message === 'Delivery Report Not Found'

/** A list, or the one report that lenient credentials get. */
const isReports = (body: unknown) => Array.isArray(body) || (isFields(body) && 'status' in body && 'dest_addr' in body)
