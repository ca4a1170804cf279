import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { Credit, CreditQuery, VendorsQuery } from '../../contract/public/balance.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { skipSchemaValidation } from '../../engine/http/index.ts'
import { isCountryCode } from '../../values/countries.ts'
import { isCurrencyCode } from '../../values/currencies.ts'
import { parseId } from '../../values/id.ts'
import { formatMoney, type Money, NOTHING } from '../../values/money.ts'
import { invalidParameter } from '../../values/page.ts'
import { accountExists, findAccount, requireProduct } from '../accounts/index.ts'
import { creditSchema, getByAppName, vendorsSchema } from './describe.ts'

import { operatorsOnly, userMissing } from './errors.ts'
import { type CreditProduct, readersOf } from './rules.ts'
import { type Balance, findBalance } from './store.ts'

/** The end of the newest open chat session of an account; null when none is open. Chat belongs to another module. */
export type FindSessionEnd = (accountId: number) => Promise<Date | null>

export function balanceRoutes(app: FastifyInstance, ctx: Context, findSessionEnd: FindSessionEnd): void {
  const { db, config } = ctx

  app.get(
    '/v1/credit-balance',
    { ...skipSchemaValidation, config: { area: 'topup' }, schema: creditSchema(config) },
    async ({ query, caller }) => {
      const { userId, product, country, currency } = readCreditQuery(query as Unvalidated<CreditQuery>, config)
      if (userId !== undefined && !caller.operator) throw operatorsOnly()
      const accountId = userId === undefined ? caller.accountId : userId
      if (accountId === null || (userId !== undefined && !(await accountExists(db, accountId)))) throw userMissing()
      const sessionEnd = chatProducts.includes(product) ? await findSessionEnd(accountId) : null
      if (currency !== null && !isCurrencyCode(currency)) throw invalidCurrency()
      const isElsewhere = country !== null && country !== (await findAccount(ctx, accountId))?.country
      const balance = isElsewhere ? null : await findBalance(db, accountId, product, currency)
      return { data: toWire(balance, sessionEnd) }
    },
  )

  app.get(
    '/public/v1/vendors/balance',
    { ...skipSchemaValidation, config: { area: ['topup', 'sms'] }, schema: vendorsSchema(config) },
    async (request, reply) => {
      const { app_name } = request.query as Unvalidated<VendorsQuery>
      const product = app_name === undefined ? 'SMS' : getByAppName(app_name, config)
      requireProduct(request, readersOf(product))
      const balance = await findBalance(db, request.caller.accountId, product)
      // Written as text, because a JavaScript number has only fifteen reliable digits and money has eighteen.
      const credit = numberText(balance?.available ?? NOTHING)
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":{"credit_balance":${credit}${app_name === undefined ? '' : `,"credit_bal":${credit}`}}}`)
    },
  )
}

interface CreditRequest {
  readonly product: CreditProduct
  /** Undefined for the own account, null for an invalid id. */
  readonly userId: number | null | undefined
  /** Null means the value of the account. */
  readonly country: string | null
  readonly currency: string | null
}

function readCreditQuery(
  { app_name, user_id, country, currency }: Unvalidated<CreditQuery>,
  names: Context['config'],
): CreditRequest {
  const product = getByAppName(app_name, names)
  return {
    product,
    userId: user_id === undefined ? undefined : parseId(user_id),
    country: readCountry(country),
    currency: readCurrency(currency),
  }
}

const invalidCountry = () =>
  invalidParameter('country', 'an ISO 3166-1 code of two letters, such as TZ; it is optional')
const invalidCurrency = () =>
  invalidParameter('currency', 'an ISO 4217 code of three letters, such as TZS; it is optional')

/** Ignores case; null when missing. */
function readCountry(value: unknown): string | null {
  if (value === undefined) return null
  const code = typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : ''
  if (!isCountryCode(code)) throw invalidCountry()
  return code
}

/** Three letters in any case; null when missing. */
function readCurrency(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || !/^[A-Za-z]{3}$/.test(value)) throw invalidCurrency()
  return value.toUpperCase()
}

/** Only these products need a lookup of chat sessions. */
const chatProducts: readonly CreditProduct[] = ['CHAT', 'CONVERSATIONS']

/** Zero for a country or currency other than the account's own. */
const toWire = (balance: Balance | null, sessionEnd: Date | null): Credit => ({
  credit_bal: formatMoney(balance?.available ?? NOTHING),
  credit_level: formatMoney(balance?.creditLevel ?? NOTHING),
  sms_reminder: balance?.smsReminder ?? false,
  email_reminder: balance?.emailReminder ?? false,
  allow_postpaid_limit: balance?.allowPostpaid ?? false,
  postpaid_limit: formatMoney(balance?.postpaidLimit ?? NOTHING),
  chat_session_expiry: sessionEnd?.toISOString() ?? '',
})

/** A JSON number without trailing zeros. */
const numberText = (amount: Money) => formatMoney(amount).replace(/\.?0+$/, '')
