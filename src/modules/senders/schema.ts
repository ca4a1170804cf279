import { Type } from 'typebox'
import { senderStatuses } from '../../contract/console/senders.ts'
import {
  Created,
  type Described,
  Id,
  IdempotencyHeader,
  ListQuery,
  listOf,
  optionalText,
} from '../../engine/http/index.ts'
import { invalidParameter, showPage } from '../../values/page.ts'
import { invalidFormat, invalidSample, invalidSenderFormat, senderExists } from './errors.ts'

/**
 * The shapes of the wire, in the specification's own words. What comes in is judged by the rules; these describe it.
 */

const Status = Type.Unsafe<string>({ type: 'string', enum: [...senderStatuses] })

const SenderName = Type.Object(
  { id: Id, senderid: Type.String(), sample_content: Type.String(), status: Status, created: Created },
  { additionalProperties: false },
)

const SenderNameBody = Type.Object({
  senderid: Type.String({
    description: 'up to 11 letters, digits, spaces and signs of the GSM alphabet, or a number of up to 20 digits',
  }),
  sample_content: Type.Optional(Type.String({ description: 'what will be sent with it, at most 1,000 characters' })),
})

const wanted = { senderid: 'SHOP', sample_content: 'Your order is on its way' }
const created = '2030-01-31T08:00:00.000Z'
const senders = [{ id: '1', senderid: 'INFO', sample_content: 'Hello from Ngoma', status: 'active', created }]

const sortedBy = ['id', 'senderid', 'sample_content', 'status', 'created']

export const listSchema = {
  operationId: 'listSenderNames',
  summary: 'List sender names',
  description: 'Those of the account, whatever their status. A sender can be used while it is `active`.',
  querystring: ListQuery(sortedBy, {
    q: optionalText('a part of senderid, in capitals or not', 'info'),
    status: optionalText('pending, active, rejected or inactive', 'active'),
  }),
  response: { 200: { ...listOf(SenderName), description: 'A page of them.' } },
  examples: { answer: { 'a page': showPage({ items: senders, total: senders.length }, { page: 1, limit: 10 }) } },
  refused: [invalidParameter('sortBy', `one of ${sortedBy.join(', ')}`)],
} satisfies Described

export const requestSchema = {
  operationId: 'requestSenderName',
  summary: 'Ask for a sender name',
  description:
    'It is `pending` until the operator approves or rejects it. Code 121: no sender can look like that; 122, with status 409: the account has it.',
  headers: IdempotencyHeader,
  body: SenderNameBody,
  response: {
    200: { ...Type.Object({ data: SenderName }, { additionalProperties: false }), description: 'It was asked for.' },
  },
  examples: {
    body: { 'a sender': wanted },
    answer: { pending: { data: { id: '2', ...wanted, status: 'pending', created } } },
  },
  refused: [invalidFormat(), invalidSenderFormat(), invalidSample(), senderExists('INFO', 'active')],
} satisfies Described
