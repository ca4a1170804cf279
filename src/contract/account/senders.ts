import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const senderStatuses = ['pending', 'active', 'rejected', 'inactive'] as const
export type SenderStatus = (typeof senderStatuses)[number]

export type Sender = Static<typeof Sender>
export const Sender = objectOf({
  id: Type.Integer(),
  sender: Type.String(),
  sampleContent: Type.String(),
  status: oneOf(senderStatuses),
  /** The reason of a rejection or deactivation. */
  reason: nullable(Type.String()),
  createdAt: Time,
  decidedAt: nullable(Time),
})

export const senders = resource('senders', 'senders', {
  list: route('GET /v2/senders', 'viewer', 'List sender IDs', {
    columns: 'id, sender, status, createdAt, sampleContent, reason',
    names: ['sender'],
    ...pagesOf(Sender, 'sortBy', 'sortOrder', 'q', 'status'),
  }),
  request: route('POST /v2/senders', 'member', 'Request a sender ID', {
    next: ['An operator approves it: ngoma sender approve {id}'],
    does: 'sender.request',
    description: 'The operator approves or rejects it.',
    body: objectOf({
      sender: Type.String({
        maxLength: 100,
        description: 'up to 11 letters, digits, spaces and punctuation, or a number of up to 20 digits',
      }),
      sampleContent: optional(
        Type.String({ maxLength: 1_000 }),
        'an example of a message, for the operator who approves it',
      ),
    }),
    example: { sender: 'DUKA', sampleContent: 'Karibu dukani!' },
    status: 201,
    answer: Sender,
    problems: ['invalid_sender', 'sender_exists'],
  }),
})
