import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { Credit, CreditQuery } from '../../contract/public/balance.ts'
import type { Unjudged } from '../../contract/public/shapes.ts'
import { judgedByRules } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { formatMoney, type Money, NOTHING } from '../../values/money.ts'
import { invalidParameter } from '../../values/page.ts'
import { accountExists } from '../accounts/index.ts'
import { appNameOf, findByAppName } from './app-names.ts'
import { creditSchema, vendorsSchema } from './describe.ts'
import { operatorsOnly, userMissing } from './errors.ts'
import { type Balance, type CreditProduct, creditProducts } from './rules.ts'
import { findBalance } from './store.ts'

/** When the newest chat session of an account ends; null when none is open. Chats are another module's business. */
export type FindSessionEnd = (accountId: number) => Promise<Date | null>

export function balanceRoutes(app: FastifyInstance, ctx: Context, findSessionEnd: FindSessionEnd): void {
  const { db, config } = ctx

  app.get(
    '/v1/credit-balance',
    { ...judgedByRules, config: { area: 'topup' }, schema: creditSchema(config) },
    async ({ query, caller }) => {
      const { userId, product, currency } = readCreditQuery(query as Unjudged<CreditQuery>, config)
      if (userId !== undefined && !caller.operator) throw operatorsOnly()
      const accountId = userId === undefined ? caller.accountId : userId
      if (accountId === null || (userId !== undefined && !(await accountExists(db, accountId)))) throw userMissing()
      const sessionEnd = chatProducts.includes(product) ? await findSessionEnd(accountId) : null
      return { data: toWire(await findBalance(db, accountId, product, currency), sessionEnd) }
    },
  )

  app.get(
    '/public/v1/vendors/balance',
    { ...judgedByRules, config: { area: 'topup' }, schema: vendorsSchema },
    async ({ caller }, reply) => {
      const balance = await findBalance(db, caller.accountId, 'SMS')
      // Written here, because a number of JavaScript has fifteen digits that are sure, and money has eighteen.
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":{"credit_balance":${numberText(balance?.available ?? NOTHING)}}}`)
    },
  )
}

interface CreditQuestion {
  readonly product: CreditProduct
  /** Undefined for one's own account, null for what can't be an id. */
  readonly userId: number | null | undefined
  /** Null: the account's own. */
  readonly currency: string | null
}

/** Balances are the same in every country, so of that only the form is looked at. */
function readCreditQuery(
  { app_name, user_id, country, currency }: Unjudged<CreditQuery>,
  names: Context['config'],
): CreditQuestion {
  const product = findByAppName(app_name, names)
  if (product === null)
    throw invalidParameter('app_name', `one of ${creditProducts.map((one) => appNameOf(one, names)).join(', ')}`)
  readLetters(country, 2, 'country')
  return {
    product,
    userId: user_id === undefined ? undefined : parseId(user_id),
    currency: readLetters(currency, 3, 'currency'),
  }
}

/** A code of ISO 3166 or 4217, in capitals or not; null when it is left out. */
function readLetters(value: unknown, length: number, name: string): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || value.length !== length || !/^[A-Za-z]+$/.test(value))
    throw invalidParameter(name, `left out, or a code of ${length} letters such as ${length === 2 ? 'TZ' : 'TZS'}`)
  return value.toUpperCase()
}

/** Those that have sessions; of the others nobody asks for them. */
const chatProducts: readonly CreditProduct[] = ['CHAT', 'CONVERSATIONS']

/** In a currency that an account has no balance in, it has nothing. */
const toWire = (balance: Balance | null, sessionEnd: Date | null): Credit => ({
  credit_bal: formatMoney(balance?.available ?? NOTHING),
  credit_level: formatMoney(balance?.creditLevel ?? NOTHING),
  sms_reminder: balance?.smsReminder ?? false,
  email_reminder: balance?.emailReminder ?? false,
  allow_postpaid_limit: balance?.allowPostpaid ?? false,
  postpaid_limit: formatMoney(balance?.postpaidLimit ?? NOTHING),
  chat_session_expiry: sessionEnd?.toISOString() ?? '',
})

/** As JSON has numbers, without zeros that say nothing. */
const numberText = (amount: Money) => formatMoney(amount).replace(/\.?0+$/, '')
