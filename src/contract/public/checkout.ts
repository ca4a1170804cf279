import { type Static, Type } from 'typebox'
import { answerOf } from '../shapes.ts'
import { optionalText } from './shapes.ts'

export const referenceMax = 128
export const transactionIdMax = 64
export const secureTokenMax = 2_048
/** Its name in the specification. Clients also send it under names of their own that end alike. */
export const tokenHeader = 'service-secure-token'
export const tokenHeaderEnd = '-secure-token'
export const tokenHeaderMax = 64

export const CheckoutQuery = Type.Object({
  amount: Type.String({ maxLength: 17, description: 'a decimal above 0 with at most 2 places', examples: ['1500'] }),
  reference_number: Type.String({
    minLength: 1,
    maxLength: referenceMax,
    description: 'what is paid; the payer sees it',
    examples: ['order-4711'],
  }),
  transaction_id: Type.String({
    minLength: 1,
    maxLength: transactionIdMax,
    description: "the client's own; the same one with the same values leads to the same page",
    examples: ['payment-4711'],
  }),
  mobile: optionalText("the payer's number, in international format without +", '255712345678'),
  sendSource: optionalText("true: the page's address comes in the body, with 200", 'true'),
})
export type CheckoutQuery = Static<typeof CheckoutQuery>

export const CheckoutHeaders = Type.Object({
  [tokenHeader]: Type.Optional(
    Type.String({
      maxLength: secureTokenMax,
      description: `comes back as a header of the callback; any other name that ends in ${tokenHeaderEnd} is taken too, and comes back as well`,
      examples: ['a-token-of-yours'],
    }),
  ),
})

export const CheckoutReply = answerOf({ src: Type.String({ description: "the page's address" }) })
export type CheckoutReply = Static<typeof CheckoutReply>
