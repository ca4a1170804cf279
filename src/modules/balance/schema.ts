import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type Described, optionalText } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { appNameOf } from './app-names.ts'
import { operatorsOnly, userMissing } from './errors.ts'
import { creditProducts } from './rules.ts'

/**
 * The shapes of the wire, in the specification's own words. What comes in is judged by the rules; these describe it.
 */

const Amount = (description: string) => Type.String({ description: `${description}, with four decimals` })

const Credit = Type.Object(
  {
    credit_bal: Amount('what can be spent: what is set aside for messages on their way is taken off'),
    credit_level: Amount('below it reminders go out'),
    sms_reminder: Type.Boolean({ description: 'they go out by SMS' }),
    email_reminder: Type.Boolean({ description: 'they go out by e-mail' }),
    allow_postpaid_limit: Type.Boolean({ description: 'credit_bal may go below zero' }),
    postpaid_limit: Amount('how far it may then'),
    chat_session_expiry: Type.String({
      description:
        'of chat: when the newest session ends, 24 hours after the person last wrote; an ISO time, empty when none is open',
    }),
  },
  { additionalProperties: false },
)

const credit = {
  credit_bal: '1000000.0000',
  credit_level: '0.0000',
  sms_reminder: false,
  email_reminder: false,
  allow_postpaid_limit: false,
  postpaid_limit: '0.0000',
  chat_session_expiry: '',
}

export const creditSchema = (names: Context['config']) =>
  ({
    operationId: 'getCreditBalance',
    summary: 'Check the credit balance',
    description:
      'What the account can spend on a product. In a currency that it has nothing in, the amounts are zero. Code 104: a parameter is missing or wrong.',
    querystring: Type.Object({
      app_name: Type.Unsafe<string>({
        type: 'string',
        enum: creditProducts.map((product) => appNameOf(product, names)),
        description: 'the product',
        examples: [appNameOf('SMS', names)],
      }),
      user_id: optionalText('another account, by its id; for operators only', '1'),
      country: optionalText('two letters, as ISO 3166-1 has them; balances are the same in all countries', 'TZ'),
      currency: optionalText("three letters, as ISO 4217 has them; the account's own when left out", 'TZS'),
    }),
    response: {
      200: { ...Type.Object({ data: Credit }, { additionalProperties: false }), description: 'The balance.' },
    },
    examples: {
      answer: {
        'of SMS': { data: credit },
        'of chat, with an open session': { data: { ...credit, chat_session_expiry: '2030-01-31T08:00:00.000Z' } },
      },
    },
    refused: [
      invalidParameter('app_name', `one of ${creditProducts.map((one) => appNameOf(one, names)).join(', ')}`),
      operatorsOnly(),
      userMissing(),
    ],
  }) satisfies Described

export const vendorsSchema = {
  operationId: 'getSmsCredit',
  summary: 'Check the SMS credit',
  description: 'What the account can spend on messages, as one number.',
  response: {
    200: {
      ...Type.Object(
        { data: Type.Object({ credit_balance: Type.Number() }, { additionalProperties: false }) },
        { additionalProperties: false },
      ),
      description: 'The SMS credit.',
    },
  },
  examples: { answer: { 'the credit': { data: { credit_balance: 1_000_000 } } } },
} satisfies Described
