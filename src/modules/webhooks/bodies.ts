import { type RawBuilder, sql } from 'kysely'
import type {
  AirtimeBody,
  ChatBody,
  ChatStatusBody,
  CheckoutBody,
  DeliveryReportBody,
  InboundSmsBody,
} from '../../contract/callbacks.ts'

/** Builds the bodies of all callbacks. The order of their keys is part of the wire format. */

interface AirtimeFacts {
  readonly id: number
  readonly code: number
  readonly message: string
  readonly at: Date
  readonly phone: string
  /** Exactly as the client wrote it. */
  readonly amountText: string
  readonly referenceId: string
}

/** The code and message of a paid transfer. */
export const disbursed = { code: 100, message: 'Disbursement successful' } as const

export const airtimeBody = ({ id, code, message, at, phone, amountText, referenceId }: AirtimeFacts): AirtimeBody => ({
  code,
  message,
  args: {
    timestamp: at.toISOString(),
    transaction_id: String(id),
    amount: amountText,
    dest_addr: phone,
    reference_id: referenceId,
  },
})

/** For endpoints with flat args, which also get the args at the top level, where receivers read the amount as a number. */
export const withFlatArgs = (body: AirtimeBody): AirtimeBody => ({
  ...body,
  ...body.args,
  amount: Number(body.args.amount),
})

interface CheckoutFacts {
  /** Exactly as the client wrote it. */
  readonly amountText: string
  readonly referenceNumber: string
  readonly isPaid: boolean
  readonly at: Date
  readonly transactionId: string
  readonly phone: string | null
}

export const checkoutBody = (facts: CheckoutFacts): CheckoutBody => ({
  amount: facts.amountText,
  referenceNumber: facts.referenceNumber,
  status: facts.isPaid ? 'success' : 'failed',
  timestamp: facts.at.toISOString(),
  transactionID: facts.transactionId,
  msisdn: facts.phone ?? '',
})

interface IncomingFacts {
  readonly from: string
  readonly to: string
  readonly at: Date
  readonly transactionId: string
  readonly text: string
}

const incoming = ({ from, to, at, transactionId }: IncomingFacts, channel: string) => ({
  from,
  to,
  channel,
  timeUTC: at.toISOString(),
  transaction_id: transactionId,
})

export const inboundSmsBody = (facts: IncomingFacts): InboundSmsBody => ({
  ...incoming(facts, 'sms'),
  message: { text: facts.text, media: {}, custom: {} },
  billing: {},
})

interface ChatFacts extends IncomingFacts {
  readonly channel: string
  readonly type?: string
  /** Fields of a message that is not only text. */
  readonly details?: Omit<ChatBody['message'], 'text'>
}

export const chatBody = ({ channel, type = 'text', details = {}, ...facts }: ChatFacts): ChatBody => ({
  ...incoming(facts, channel),
  message: { text: facts.text, ...details },
  text: facts.text,
  message_type: type,
})

interface ChatStatusFacts extends Omit<IncomingFacts, 'text'> {
  readonly id: number
  readonly channel: string
  readonly status: ChatStatusBody['status']
  readonly reason: string | null
}

export const chatStatusBody = (facts: ChatStatusFacts): ChatStatusBody => ({
  from: facts.from,
  to: facts.to,
  channel: facts.channel,
  transaction_id: facts.transactionId,
  status: facts.status,
  timestamp: facts.at.toISOString(),
  message_id: String(facts.id),
  destination: facts.to,
  reason: facts.reason ?? undefined,
})

interface ReportFacts {
  readonly requestId: number
  /** As stored: the text of an integer, or any text from a lenient client. */
  readonly recipientId: string
  readonly phone: string
  readonly status: DeliveryReportBody['status']
  /** Why the message was not delivered, as a code and as a sentence. */
  readonly reason: string | null
  readonly reasonText: string | null
}

/** Clients read the status under either name. */
export const deliveryReportBody = (facts: ReportFacts): DeliveryReportBody => ({
  request_id: String(facts.requestId),
  recipient_id: isIntegerText(facts.recipientId) ? Number(facts.recipientId) : facts.recipientId,
  dest_addr: facts.phone,
  status: facts.status,
  Status: facts.status,
  ...(facts.reason === null || facts.reasonText === null
    ? {}
    : { reason: facts.reason, reason_text: facts.reasonText }),
})

/** For endpoints with string ids, whose receivers have fixed types. */
export const withStringIds = (body: DeliveryReportBody): DeliveryReportBody => ({
  ...body,
  recipient_id: String(body.recipient_id),
})

const isIntegerText = (text: string) => Number.isSafeInteger(Number(text)) && String(Number(text)) === text

/**
 * Builds the same body in SQL, from a row of `sms_messages` with `reason_text`, because one statement ends many
 * messages. Concatenation is several times faster than row_to_json; only recipient_id and the reasons need escaping.
 */
export const deliveryReportJson = (row: RawBuilder<unknown>, hasStringIds = false) => sql<string>`
  '{"request_id":"' || ${row}.request_id
    || '","recipient_id":'
    || ${hasStringIds ? sql`to_json(${row}.recipient_id)::text` : recipientIdJson(row)}
    || ',"dest_addr":"' || ${row}.phone || '","status":"' || ${row}.status || '","Status":"' || ${row}.status || '"'
    || coalesce(',"reason":' || to_json(${row}.reason) || ',"reason_text":' || to_json(${row}.reason_text), '')
    || '}'
`

const recipientIdJson = (row: RawBuilder<unknown>) => sql`
  case when ${row}.recipient_id ~ '^(0|-?[1-9][0-9]{0,14})$' then ${row}.recipient_id
       when ${row}.recipient_id ~ '^-?[1-9][0-9]{15}$' and abs(${row}.recipient_id::bigint) < 9007199254740992 then ${row}.recipient_id
       else to_json(${row}.recipient_id)::text
  end
`
