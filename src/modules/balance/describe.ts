import type { Context } from '../../context.ts'
import { CreditReply, creditQueryOf, SmsCreditReply } from '../../contract/public/balance.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { appNameOf } from './app-names.ts'
import { operatorsOnly, userMissing } from './errors.ts'
import { creditProducts } from './rules.ts'

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
    querystring: creditQueryOf(
      creditProducts.map((product) => appNameOf(product, names)),
      appNameOf('SMS', names),
    ),
    response: { 200: { ...CreditReply, description: 'The balance.' } },
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
  response: { 200: { ...SmsCreditReply, description: 'The SMS credit.' } },
  examples: { answer: { 'the credit': { data: { credit_balance: 1_000_000 } } } },
} satisfies Described
