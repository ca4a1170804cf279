import { senderLengthMax } from '../../values/sms.ts'
import { senderStatuses } from '../account/senders.ts'
import { objectOf, oneOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Created, Id, ListQuery, optionalText, pageOf } from './shapes.ts'

export const sampleLengthMax = 1_000

export const SenderName = objectOf({
  id: Id,
  senderid: Type.String(),
  sample_content: Type.String(),
  status: oneOf(senderStatuses),
  created: Created,
})
export type SenderName = Static<typeof SenderName>

export const SenderNameBody = Type.Object({
  senderid: Type.String({
    maxLength: senderLengthMax,
    description: 'up to 11 letters, digits, spaces and GSM punctuation marks, or a number of up to 20 digits',
  }),
  sample_content: optional(
    Type.String({ maxLength: sampleLengthMax }),
    'a sample of the messages you plan to send, at most 1,000 characters',
  ),
})
export type SenderNameBody = Static<typeof SenderNameBody>

export const SenderNameReply = objectOf({ data: SenderName })
export type SenderNameReply = Static<typeof SenderNameReply>

export const senderSortFields = ['id', 'senderid', 'sample_content', 'status', 'created'] as const

export const SenderNamesQuery = ListQuery(senderSortFields, {
  q: optionalText('part of senderid, ignoring case', 'info'),
  status: optionalText('pending, active, rejected or inactive', 'active'),
})

export const SenderNames = pageOf(SenderName)
