import type { Context } from '../../context.ts'
import { CreditReply, creditQueryOf, SmsCreditReply, vendorsQueryOf } from '../../contract/public/balance.ts'
import type { Described } from '../../engine/http/index.ts'
import { invalidParameter } from '../../values/page.ts'
import { operatorsOnly, userMissing } from './errors.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

const credit = {
  credit_bal: '1000000.0000',
  credit_level: '0.0000',
  sms_reminder: false,
  email_reminder: false,
  allow_postpaid_limit: false,
  postpaid_limit: '0.0000',
  chat_session_expiry: '',
}

/** Without duplicates, because the operator may have chosen the alias as the name. */
const appNamesOf = (names: Context['config']) => [
  ...new Set([...creditProducts.map((product) => appNameOf(product, names)), paymentsAlias]),
]

export const creditSchema = (names: Context['config']) =>
  ({
    operationId: 'getCreditBalance',
    summary: 'Check the credit balance',
    description: 'The credit that the account can spend on a product. Code 104: a parameter is missing or invalid.',
    querystring: creditQueryOf(appNamesOf(names)),
    response: { 200: { ...CreditReply, description: 'The balance.' } },
    examples: {
      answer: {
        'for SMS': { data: credit },
        'for chat, with an open session': { data: { ...credit, chat_session_expiry: '2030-01-31T08:00:00.000Z' } },
      },
    },
    refused: [unknownAppName(names), operatorsOnly(), userMissing()],
  }) satisfies Described

export const vendorsSchema = (names: Context['config']) =>
  ({
    operationId: 'getSmsCredit',
    summary: 'Check the SMS credit',
    description:
      'The credit that the account can spend on messages, or on another product, as one number. Without `app_name` it is the SMS credit, only under `credit_balance`. Also open to keys and tokens for SMS, and on the SMS hosts; they get 401 for the credit of a product that they are not for, unless they are also for `topup`.',
    querystring: vendorsQueryOf(appNamesOf(names)),
    response: { 200: { ...SmsCreditReply, description: 'The credit balance.' } },
    examples: {
      answer: { 'with app_name': { data: { credit_balance: 1_000_000, credit_bal: 1_000_000 } } },
    },
    refused: [unknownAppName(names)],
  }) satisfies Described

type Names = Pick<Context['config'], 'paymentsAppName' | 'conversationsAppName'>

/** The product name in the public API. The operator chooses two of the names. */
function appNameOf(product: CreditProduct, { paymentsAppName, conversationsAppName }: Names): string {
  if (product === 'PAYMENTS') return paymentsAppName
  return product === 'CONVERSATIONS' ? conversationsAppName : product
}

/** Clients also use this name for PAYMENTS, whatever the settings say. */
const paymentsAlias = 'BPAY'

/** The product with this name. Throws for an unknown name. */
export function getByAppName(name: unknown, names: Names): CreditProduct {
  const product = creditProducts.find((one) => appNameOf(one, names) === name)
  if (product !== undefined) return product
  if (name === paymentsAlias) return 'PAYMENTS'
  throw unknownAppName(names)
}

const unknownAppName = (names: Names) =>
  invalidParameter('app_name', `one of ${creditProducts.map((product) => appNameOf(product, names)).join(', ')}`)
