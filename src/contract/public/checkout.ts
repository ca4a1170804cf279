import { objectOf } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { optionalText } from './shapes.ts'

export const referenceMax = 128
export const transactionIdMax = 64
export const secureTokenMax = 2_048
/** The name in the specification. Clients may also use their own names with the same ending. */
export const tokenHeader = 'service-secure-token'
export const tokenHeaderEnd = '-secure-token'
export const tokenHeaderMax = 64

export const CheckoutQuery = Type.Object({
  amount: Type.String({
    maxLength: 17,
    description: 'a decimal greater than 0 with at most 2 decimal places',
    examples: ['1500'],
  }),
  reference_number: Type.String({
    minLength: 1,
    maxLength: referenceMax,
    description: 'the subject of the payment, shown to the payer',
    examples: ['order-4711'],
  }),
  transaction_id: Type.String({
    minLength: 1,
    maxLength: transactionIdMax,
    description: 'your own unique id; repeating it with the same values returns the same page',
    examples: ['payment-4711'],
  }),
  mobile: optionalText("the payer's phone number, in international format, without +", '255712345678'),
  sendSource: optionalText('true: returns the page address in the body with status 200 instead of a redirect', 'true'),
})
export type CheckoutQuery = Static<typeof CheckoutQuery>

export const CheckoutHeaders = Type.Object({
  [tokenHeader]: Type.Optional(
    Type.String({
      maxLength: secureTokenMax,
      description: `returned as a header of the callback; any other header name that ends in ${tokenHeaderEnd} is also accepted and returned`,
      examples: ['a-token-of-yours'],
    }),
  ),
})

export const CheckoutReply = objectOf({ src: Type.String({ description: 'the address of the payment page' }) })
export type CheckoutReply = Static<typeof CheckoutReply>
