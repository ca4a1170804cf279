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
  description: 'Lists the sender names of the account with any status. Only an `active` sender can be used.',
  querystring: SenderNamesQuery,
  response: { 200: { ...SenderNames, description: 'A page of sender names.' } },
  examples: { answer: { 'a page': showPage({ items: senders, total: senders.length }, { page: 1, limit: 10 }) } },
  refused: [invalidParameter('sortBy', `one of ${senderSortFields.join(', ')}`)],
} satisfies Described

export const requestSchema = {
  operationId: 'requestSenderName',
  summary: 'Request a sender name',
  description:
    'The sender name is `pending` until the operator approves or rejects it. Code 121: invalid format; 122, with status 409: the account already has it.',
  headers: IdempotencyHeader,
  body: SenderNameBody,
  response: { 200: { ...SenderNameReply, description: 'The requested sender name.' } },
  examples: {
    body: { 'a sender name': wanted },
    answer: { pending: { data: { id: '2', ...wanted, status: 'pending', created } } },
  },
  refused: [invalidFormat(), invalidSenderFormat(), invalidSample(), senderExists('INFO', 'active')],
} satisfies Described
