import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import { DeliveryReports, DeliveryReportsQuery, SendBody, SendReply } from '../../contract/public/sms.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import {
  dailyLimitReached,
  insufficientBalance,
  invalidEncoding,
  invalidFormat,
  invalidMessage,
  invalidRecipientId,
  invalidScheduleTime,
  invalidSender,
  missingDestination,
  missingParameter,
  missingRecipientId,
  missingRecipients,
  missingReportFilter,
  noRoute,
  scheduleInPast,
  tooManyRecipients,
} from './errors.ts'

type Examples = Described['examples']

const recipient = { recipient_id: 1, dest_addr: '255712345678' }
const others = [
  { recipient_id: 2, dest_addr: '255712345679' },
  { recipient_id: 3, dest_addr: '255712345678' },
  { recipient_id: 4, dest_addr: '0712' },
]
const counted = { valid: 1, invalid: 0, duplicates: 0, opted_out: 0, total_validated: 1 }
const accepted = { successful: true, request_id: '1000000', code: 100, message: 'Message Submitted Successfully' }

const sendExamples: Examples = {
  body: {
    'to one number': { source_addr: 'INFO', message: 'Hello', encoding: 0, recipients: [recipient] },
    'to several numbers': {
      source_addr: 'INFO',
      message: 'Habari, karibu 😀',
      encoding: 8,
      recipients: [recipient, ...others],
      campaign_title: 'Welcome',
    },
    'at a later time': {
      source_addr: 'INFO',
      message: 'Hello',
      encoding: 0,
      recipients: [recipient],
      schedule_time: '2099-12-31 08:00',
      job_name: 'new year',
    },
    'to no valid number': {
      source_addr: 'INFO',
      message: 'Hello',
      encoding: 0,
      recipients: [{ recipient_id: 1, dest_addr: '0712' }],
    },
  },
  xml: {
    'to one number': `<?xml version="1.0" encoding="UTF-8"?>
<send>
  <source_addr>INFO</source_addr>
  <message>Hello</message>
  <encoding>0</encoding>
  <recipients>
    <recipient><recipient_id>1</recipient_id><dest_addr>255712345678</dest_addr></recipient>
  </recipients>
</send>`,
  },
  answer: {
    'to one number': { ...accepted, ...counted },
    'to several numbers': { ...accepted, valid: 2, invalid: 1, duplicates: 1, opted_out: 0, total_validated: 4 },
    'at a later time': { ...accepted, ...counted },
    'to no valid number': {
      ...accepted,
      successful: false,
      code: 101,
      message: 'No Valid Recipients',
      ...counted,
      valid: 0,
      invalid: 1,
    },
  },
}

/** In the order in which requests are checked. */
const sendRefused = [
  invalidFormat(),
  missingParameter('source_addr'),
  missingParameter('message'),
  invalidEncoding(),
  missingRecipients(),
  tooManyRecipients(100_000, 100_001),
  missingDestination(1),
  missingRecipientId(1),
  invalidRecipientId(1),
  invalidMessage('the message is empty'),
  invalidScheduleTime(),
  scheduleInPast(new Date('2030-01-31T08:00:00Z')),
  invalidSender('NOBODY', null, null, ['INFO']),
  noRoute(),
  insufficientBalance('1.0000', '0.0000'),
  dailyLimitReached(1_000, 0, 1, 3_600),
]

const reportsExamples: Examples = {
  answer: {
    'a delivered message': [{ dest_addr: '255712345678', status: 'DELIVERED', request_id: '1000000' }],
    'no matching reports': [],
  },
}

export const sendSchema = {
  operationId: 'sendSms',
  summary: 'Send an SMS',
  description: `Sends a message to one or more recipients, now or at a scheduled time. The response is sent after all messages are stored, so an accepted message is never lost.

The body may also be XML (application/xml or text/xml): any root element, child elements named like the JSON fields, and recipient elements inside recipients. The response is JSON.

When no recipient is valid, the response has HTTP status 200, \`successful\` false and code 101. Other errors have status 400 and one of these codes. The header Ngoma-Hint says how to fix the request.

| Code | Meaning |
|---|---|
| 102 | insufficient credit |
| 104 | a required field is missing or has the wrong type |
| 106 | no route |
| 109 | the message is empty or too long |
| 111 | the sender ID is not active on the account |
| 112 | the schedule time is in the past |
| 113 | the body is malformed |
| 114 | too many recipients |
| 115 | a recipient has no dest_addr |
| 116 | a recipient has no recipient_id, or it is not an integer |
| 117 | the schedule time is malformed |
| 118 | the encoding is missing or unknown |
| 119 | recipients is missing or empty |`,
  headers: IdempotencyHeader,
  body: SendBody,
  response: { 200: { ...SendReply, description: 'Accepted, or code 101 when no recipient is valid.' } },
  examples: sendExamples,
  isHinted: true,
  refused: sendRefused,
} satisfies Described

export const reportsSchema = {
  operationId: 'listDeliveryReports',
  summary: 'List delivery reports',
  description:
    'Lists the delivery reports of a request, a number, or both, newest first. The status is PENDING, DELIVERED or UNDELIVERED. The last two are final.',
  querystring: DeliveryReportsQuery,
  response: { 200: { ...DeliveryReports, description: 'Up to 1,000 delivery reports. Use page and limit for more.' } },
  examples: reportsExamples,
  isHinted: true,
  refused: [missingReportFilter(), invalidParameter('limit', 'an integer from 1 to 1000')],
} satisfies Described
