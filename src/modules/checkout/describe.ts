import {
  CheckoutHeaders,
  CheckoutQuery,
  CheckoutReply,
  referenceMax,
  tokenHeader,
} from '../../contract/public/checkout.ts'
import type { Described } from '../../engine/http/index.ts'
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

export const checkoutSchema = {
  operationId: 'openCheckout',
  summary: 'Pay',
  description: `Opens a payment and leads to its hosted page, where the payer pays or cancels. The end of it is told to the account's endpoints for \`checkout\`.

Codes of a refusal: 100 mobile, 101 amount, 102 transaction id, 104 a parameter is missing or wrong, 106 nobody takes payments here.`,
  querystring: CheckoutQuery,
  headers: CheckoutHeaders,
  response: {
    200: { ...CheckoutReply, description: 'With sendSource=true.' },
    302: { type: 'null', description: 'To the page: the header Location has its address.' },
  },
  examples: { answer: { 'the page': { src: 'https://pay.example.com/checkout/0f9d2c6b7a1e4d5f8c3b2a1908f7e6d5' } } },
  refused: [
    missingParameter('amount'),
    invalidAmount(),
    invalidTransactionId(),
    invalidMobile(),
    invalidReference(referenceMax),
    invalidSecureToken(tokenHeader),
    badHost(),
    noRoute(),
    transactionIdUsed('amount'),
  ],
} satisfies Described
