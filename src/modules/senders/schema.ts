import { Type } from 'typebox'
import { IdempotencyHeader, ListQuery, listOf, refusals } from '../../engine/http/index.ts'
import { senderStatuses } from './rules.ts'

/** The shapes of the wire, in the specification's own words. What comes in is judged by the rules; these describe it. */

const Status = Type.Unsafe<string>({ type: 'string', enum: [...senderStatuses] })

const SenderName = Type.Object(
  { id: Type.String(), senderid: Type.String(), sample_content: Type.String(), status: Status, created: Type.String({ format: 'date-time' }) },
  {
    additionalProperties: false,
    examples: [{ id: '1', senderid: 'INFO', sample_content: 'Hello from Ngoma', status: 'active', created: '2030-01-31T08:00:00.000Z' }],
  },
)

const SenderNameBody = Type.Object(
  {
    senderid: Type.String({ description: 'up to 11 letters, digits, spaces and signs of the GSM alphabet, or a number of up to 20 digits' }),
    sample_content: Type.Optional(Type.String({ description: 'what will be sent with it, at most 1,000 characters' })),
  },
  { examples: [{ senderid: 'SHOP', sample_content: 'Your order is on its way' }] },
)

export const listSchema = {
  summary: 'List sender names',
  description: 'Those of the account, whatever their status. A sender can be used while it is `active`.',
  querystring: ListQuery(['id', 'senderid', 'sample_content', 'status', 'created'], {
    q: Type.Optional(Type.String({ description: 'a part of senderid, in capitals or not' })),
    status: Type.Optional(Type.String({ description: 'pending, active, rejected or inactive' })),
  }),
  response: { 200: { ...listOf(SenderName), description: 'A page of them.' }, ...refusals(400, 401, 429, 503) },
}

export const requestSchema = {
  summary: 'Ask for a sender name',
  description: 'It is `pending` until the operator approves or rejects it. Code 121: no sender can look like that; 122, with status 409: the account has it.',
  headers: IdempotencyHeader,
  body: SenderNameBody,
  response: {
    200: { ...Type.Object({ data: SenderName }, { additionalProperties: false }), description: 'It was asked for.' },
    ...refusals(400, 401, 409, 413, 415, 429, 503),
  },
}

/** The bodies of the console. */

export const SenderBody = Type.Object({
  sender: Type.String({ maxLength: 100 }),
  sampleContent: Type.Optional(Type.String({ maxLength: 1_000 })),
})

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

export const RejectBody = Type.Object({ reason: Reason })
export const DeactivateBody = Type.Object({ reason: Type.Optional(Reason) })
