import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import { DeliveryReports, DeliveryReportsQuery, SendBody, SendReply } from '../../contract/public/sms.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { reportsExamples, reportsRefused, sendExamples, sendRefused } from './examples.ts'

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
  refused: [...reportsRefused, invalidParameter('limit', 'an integer from 1 to 1000')],
} satisfies Described
