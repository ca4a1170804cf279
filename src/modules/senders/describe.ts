import {
  SenderNameBody,
  SenderNameReply,
  SenderNames,
  SenderNamesQuery,
  senderSortFields,
} from '../../contract/public/senders.ts'
import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter, showPage } from '../../values/page.ts'
import { invalidFormat, invalidSample, invalidSenderFormat, senderExists } from './errors.ts'

const wanted = { senderid: 'SHOP', sample_content: 'Your order is on its way' }
const created = '2030-01-31T08:00:00.000Z'
const senders = [{ id: '1', senderid: 'INFO', sample_content: 'Hello from Ngoma', status: 'active', created }]

export const listSchema = {
  operationId: 'listSenderNames',
  summary: 'List sender names',
  description: 'Those of the account, whatever their status. A sender can be used while it is `active`.',
  querystring: SenderNamesQuery,
  response: { 200: { ...SenderNames, description: 'A page of them.' } },
  examples: { answer: { 'a page': showPage({ items: senders, total: senders.length }, { page: 1, limit: 10 }) } },
  refused: [invalidParameter('sortBy', `one of ${senderSortFields.join(', ')}`)],
} satisfies Described

export const requestSchema = {
  operationId: 'requestSenderName',
  summary: 'Ask for a sender name',
  description:
    'It is `pending` until the operator approves or rejects it. Code 121: no sender can look like that; 122, with status 409: the account has it.',
  headers: IdempotencyHeader,
  body: SenderNameBody,
  response: { 200: { ...SenderNameReply, description: 'It was asked for.' } },
  examples: {
    body: { 'a sender': wanted },
    answer: { pending: { data: { id: '2', ...wanted, status: 'pending', created } } },
  },
  refused: [invalidFormat(), invalidSenderFormat(), invalidSample(), senderExists('INFO', 'active')],
} satisfies Described
