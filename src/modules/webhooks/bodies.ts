import { type RawBuilder, sql } from 'kysely'
import type { AirtimeBody, CheckoutBody, DeliveryReportBody, IncomingBody } from '../../contract/callbacks.ts'

/** Builds the bodies of all callbacks. The order of their keys is part of the wire format. */

interface AirtimeFacts {
  readonly id: number
  readonly code: number
  readonly message: string
  readonly at: Date
  readonly phone: string
  /** As the client wrote it. */
  readonly amountText: string
  readonly referenceId: string
}

/** The code and message of a transfer that was paid. */
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

/** For endpoints with flat args: the args also at the top level. */
export const withFlatArgs = (body: AirtimeBody): AirtimeBody => ({ ...body, ...body.args })

interface CheckoutFacts {
  /** As the client wrote it. */
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
  readonly channel: string
  readonly at: Date
  readonly transactionId: string
  readonly text: string
}

/** An incoming message, by SMS or in a chat. */
export const incomingBody = ({ from, to, channel, at, transactionId, text }: IncomingFacts): IncomingBody => ({
  from,
  to,
  channel,
  timeUTC: at.toISOString(),
  transaction_id: transactionId,
  message: { text },
})

interface ReportFacts {
  readonly requestId: number
  /** As it is stored: the text of an integer, or any text that a lenient client sent. */
  readonly recipientId: string
  readonly phone: string
  readonly status: DeliveryReportBody['status']
}

/** Clients look for the status under either name. */
export const deliveryReportBody = ({ requestId, recipientId, phone, status }: ReportFacts): DeliveryReportBody => ({
  request_id: String(requestId),
  recipient_id: isIntegerText(recipientId) ? Number(recipientId) : recipientId,
  dest_addr: phone,
  status,
  Status: status,
})

const isIntegerText = (text: string) => Number.isSafeInteger(Number(text)) && String(Number(text)) === text

/**
 * The text of the same body in SQL, for a row of `sms_messages`: messages end in large numbers within one statement.
 * It is concatenated because row_to_json takes several times as long; only recipient_id can hold characters that need
 * escapes.
 */
export const deliveryReportJson = (row: RawBuilder<unknown>) => sql<string>`
  '{"request_id":"' || ${row}.request_id
    || '","recipient_id":'
    || case when ${row}.recipient_id ~ '^(0|-?[1-9][0-9]{0,14})$' then ${row}.recipient_id
            when ${row}.recipient_id ~ '^-?[1-9][0-9]{15}$' and abs(${row}.recipient_id::bigint) < 9007199254740992 then ${row}.recipient_id
            else to_json(${row}.recipient_id)::text
       end
    || ',"dest_addr":"' || ${row}.phone || '","status":"' || ${row}.status || '","Status":"' || ${row}.status || '"}'
`
