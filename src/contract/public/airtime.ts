import { described, objectOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Id, PhoneText } from './shapes.ts'

export const referenceLengthMax = 64

export const TransferBody = Type.Object({
  dest_addr: PhoneText('in international format, without +'),
  amount: Type.String({ maxLength: 17, description: 'a decimal greater than 0 with at most 2 decimal places' }),
  reference_id: described(
    Type.String({ minLength: 1, maxLength: referenceLengthMax }),
    'your own unique reference for each transfer',
  ),
  product_id: optional(Type.Integer({ minimum: 1 }), 'the product, if the provider has several'),
})
export type TransferBody = Static<typeof TransferBody>

export const TransferReply = objectOf({ code: Type.Integer(), transaction_id: Id, message: Type.String() })
export type TransferReply = Static<typeof TransferReply>

export const TransferStatusBody = Type.Object({ transaction_id: Type.String({ maxLength: 19 }) })
export type TransferStatusBody = Static<typeof TransferStatusBody>

/** The same fields as the callback. */
export const TransferStatus = objectOf({
  code: Type.Integer(),
  message: Type.String(),
  args: objectOf({
    timestamp: Type.String({ format: 'date-time' }),
    transaction_id: Id,
    amount: Type.String(),
    dest_addr: Type.String(),
    reference_id: Type.String(),
  }),
})
export type TransferStatus = Static<typeof TransferStatus>
