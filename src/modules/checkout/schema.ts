import { Type } from 'typebox'
import { refusals } from '../../engine/http/index.ts'
import { referenceMax, secureTokenMax, transactionIdMax } from './rules.ts'

/** The shapes of the wire, in the specification's own words. What comes in is judged by the rules; these describe it. */
export const checkoutSchema = {
  summary: 'Pay',
  description: `Opens a payment and leads to its hosted page, where the payer pays or cancels. The end of it is told to the account's endpoints for \`checkout\`.

Codes of a refusal: 100 mobile, 101 amount, 102 transaction id, 104 a parameter is missing or wrong, 106 nobody takes payments here.`,
  querystring: Type.Object({
    amount: Type.String({ description: 'a decimal above 0 with at most 2 places' }),
    reference_number: Type.String({ minLength: 1, maxLength: referenceMax, description: 'what is paid; the payer sees it' }),
    transaction_id: Type.String({
      minLength: 1,
      maxLength: transactionIdMax,
      description: "the client's own; the same one with the same values leads to the same page",
    }),
    mobile: Type.Optional(Type.String({ description: "the payer's number, in international format without +" })),
    sendSource: Type.Optional(Type.String({ description: "true: the page's address comes in the body, with 200" })),
  }),
  headers: Type.Object({
    'service-secure-token': Type.Optional(Type.String({ maxLength: secureTokenMax, description: 'comes back as a header of the callback' })),
  }),
  response: {
    200: {
      ...Type.Object(
        { src: Type.String({ description: "the page's address" }) },
        { additionalProperties: false, examples: [{ src: 'https://pay.example.com/checkout/0f9d2c6b7a1e4d5f8c3b2a1908f7e6d5' }] },
      ),
      description: 'With sendSource=true.',
    },
    302: { type: 'null', description: 'To the page: the header Location has its address.' },
    ...refusals(400, 401),
    409: { ...Type.Object({ code: Type.Integer(), message: Type.String() }), description: 'The transaction_id was used with other values: code 102.' },
    ...refusals(429, 503),
  },
}
