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
  summary: 'Open a checkout session',
  description: `Opens a checkout session and redirects to its payment page, where the payer pays or cancels. The result is sent to the account's webhook endpoints for \`checkout\`.

Error codes: 100 invalid mobile number, 101 invalid amount, 102 invalid or used transaction id, 104 missing or invalid parameter, 106 no payment provider.`,
  querystring: CheckoutQuery,
  headers: CheckoutHeaders,
  response: {
    200: { ...CheckoutReply, description: 'The address of the payment page, with sendSource=true.' },
    302: { type: 'null', description: 'Redirects to the payment page in the Location header.' },
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
