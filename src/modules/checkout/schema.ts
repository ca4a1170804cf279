import { Type } from 'typebox'
import { type Described, optionalText } from '../../engine/http/index.ts'
import {
  badHost,
  invalidAmount,
  invalidMobile,
  invalidReference,
  invalidSecureToken,
  invalidTransactionId,
  missingParameter,
  noRoute,
  transactionIdUsed,
} from './errors.ts'
import { referenceMax, secureTokenMax, transactionIdMax } from './rules.ts'

/**
 * The shapes of the wire, in the specification's own words. What comes in is judged by the rules; these describe it.
 */
export const checkoutSchema = {
  operationId: 'openCheckout',
  summary: 'Pay',
  description: `Opens a payment and leads to its hosted page, where the payer pays or cancels. The end of it is told to the account's endpoints for \`checkout\`.

Codes of a refusal: 100 mobile, 101 amount, 102 transaction id, 104 a parameter is missing or wrong, 106 nobody takes payments here.`,
  querystring: Type.Object({
    amount: Type.String({ description: 'a decimal above 0 with at most 2 places', examples: ['1500'] }),
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
  }),
  headers: Type.Object({
    'service-secure-token': Type.Optional(
      Type.String({
        maxLength: secureTokenMax,
        description: 'comes back as a header of the callback',
        examples: ['a-token-of-yours'],
      }),
    ),
  }),
  response: {
    200: {
      ...Type.Object({ src: Type.String({ description: "the page's address" }) }, { additionalProperties: false }),
      description: 'With sendSource=true.',
    },
    302: { type: 'null', description: 'To the page: the header Location has its address.' },
  },
  examples: { answer: { 'the page': { src: 'https://pay.example.com/checkout/0f9d2c6b7a1e4d5f8c3b2a1908f7e6d5' } } },
  refused: [
    missingParameter('amount'),
    invalidAmount(),
    invalidTransactionId(),
    invalidMobile(),
    invalidReference(referenceMax),
    invalidSecureToken(),
    badHost(),
    noRoute(),
    transactionIdUsed('amount'),
  ],
} satisfies Described
