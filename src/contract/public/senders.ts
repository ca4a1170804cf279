import { type Static, Type } from 'typebox'
import { senderStatuses } from '../console/senders.ts'
import { answerOf, oneOf, pageOf } from '../shapes.ts'
import { Created, Id, ListQuery, optionalText } from './shapes.ts'

export const sampleLengthMax = 1_000

export const SenderName = answerOf({
  id: Id,
  senderid: Type.String(),
  sample_content: Type.String(),
  status: oneOf(senderStatuses),
  created: Created,
})
export type SenderName = Static<typeof SenderName>

export const SenderNameBody = Type.Object({
  senderid: Type.String({
    maxLength: 21,
    description: 'up to 11 letters, digits, spaces and signs of the GSM alphabet, or a number of up to 20 digits',
  }),
  sample_content: Type.Optional(
    Type.String({ maxLength: sampleLengthMax, description: 'what will be sent with it, at most 1,000 characters' }),
  ),
})
export type SenderNameBody = Static<typeof SenderNameBody>

export const SenderNameReply = answerOf({ data: SenderName })
export type SenderNameReply = Static<typeof SenderNameReply>

/** The fields that the list can be sorted by. */
export const senderSortFields = ['id', 'senderid', 'sample_content', 'status', 'created'] as const

export const SenderNamesQuery = ListQuery(senderSortFields, {
  q: optionalText('a part of senderid, in capitals or not', 'info'),
  status: optionalText('pending, active, rejected or inactive', 'active'),
})

export const SenderNames = pageOf(SenderName)
