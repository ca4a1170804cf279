import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import { DeliveryReports, DeliveryReportsQuery, SendBody, SendReply } from '../../contract/public/sms.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { reportsExamples, reportsRefused, sendExamples, sendRefused } from './examples.ts'

export const sendSchema = {
  operationId: 'sendSms',
  summary: 'Send an SMS',
  description: `To one recipient or many, now or at a scheduled time. The answer comes after everything is stored: what was answered with success goes out.

The body may also be XML (application/xml or text/xml): any root element, child elements named like the JSON fields, and recipient elements inside recipients. The answer is JSON.

When no recipient is valid the answer has HTTP status 200, \`successful\` false and code 101. Other refusals have status 400 and one of these codes; the header Ngoma-Hint says what to do about it.

| Code | Why |
|---|---|
| 102 | not enough credit |
| 104 | a required field is missing, or of the wrong type |
| 106 | no route |
| 109 | the message is empty or too long |
| 111 | the sender is not active on the account |
| 112 | the schedule time is in the past |
| 113 | the body can't be read |
| 114 | too many recipients |
| 115, 116 | a recipient without dest_addr; without recipient_id, or with one that is no integer |
| 117 | the schedule time can't be read |
| 118 | no encoding, or one that is not known |
| 119 | no recipients |`,
  headers: IdempotencyHeader,
  body: SendBody,
  response: { 200: { ...SendReply, description: 'Accepted; or code 101 when no recipient is valid.' } },
  examples: sendExamples,
  isHinted: true,
  refused: sendRefused,
} satisfies Described

export const reportsSchema = {
  operationId: 'listDeliveryReports',
  summary: 'Read delivery reports',
  description:
    'Of a request, of a number, or both; newest first. A status is PENDING, DELIVERED or UNDELIVERED; the last two are final.',
  querystring: DeliveryReportsQuery,
  response: { 200: { ...DeliveryReports, description: 'At most 1,000 reports; page and limit go on.' } },
  examples: reportsExamples,
  isHinted: true,
  refused: [...reportsRefused, invalidParameter('limit', 'an integer from 1 to 1000')],
} satisfies Described
