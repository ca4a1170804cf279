import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { consoleArea, readIdempotencyKey } from '../../engine/http/index.ts'
import { type Money, parseMoney } from '../../values/money.ts'
import { parsePhone } from '../../values/phone.ts'
import { CreditBody, PostpaidBody, RemindersBody } from './console-schema.ts'
import { orderCredit } from './credit.ts'
import { badAmount, badPhone, balanceMissing } from './errors.ts'
import { type CreditProduct, creditProducts } from './rules.ts'
import { setPostpaid, setReminders } from './settings.ts'
import { showBalance } from './show.ts'
import { listBalances } from './store.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'
const balance = `${account}/balances/:product`

/** Balances for the people of an account, and credit, which operators give. */
export function balanceConsole(app: FastifyInstance, ctx: Context): void {
  app.get(`${account}/balances`, { config: { area, may: 'viewer' } }, async ({ accountId }) => ({
    data: (await listBalances(ctx.db, accountId ?? 0)).map(showBalance),
  }))

  app.post(
    `${account}/credit`,
    { config: { area, may: 'operator', does: 'credit.change' }, schema: { body: CreditBody } },
    async (request, reply) => {
      const { product, amount: text, note = '' } = request.body as Static<typeof CreditBody>
      const accountId = request.accountId ?? 0
      const amount = parseMoney(text)
      if (amount === null || amount === 0n) throw badAmount('amount')
      request.auditDetail = { product, amount: text }
      const once = await orderCredit(
        ctx,
        { accountId, product, amount, note, actor: request.actor?.name ?? '' },
        readIdempotencyKey(request, accountId),
      )
      if (once.replayed) reply.header('Idempotent-Replayed', 'true')
      return once.answer
    },
  )

  app.put(
    `${balance}/postpaid`,
    { config: { area, may: 'operator', does: 'balance.postpaid' }, schema: { body: PostpaidBody } },
    async (request) => {
      const { allowPostpaid, postpaidLimit } = request.body as Static<typeof PostpaidBody>
      request.auditDetail = { allowPostpaid, postpaidLimit }
      const change = { allowPostpaid, postpaidLimit: readAmount(postpaidLimit, 'postpaidLimit') }
      return showBalance(await setPostpaid(ctx, request.accountId ?? 0, productIn(request.params), change))
    },
  )

  app.put(
    `${balance}/reminders`,
    { config: { area, may: 'owner', does: 'balance.reminders' }, schema: { body: RemindersBody } },
    async (request) => {
      const { creditLevel, smsReminder, emailReminder, reminderPhone } = request.body as Static<typeof RemindersBody>
      request.auditDetail = { creditLevel, smsReminder, emailReminder, reminderPhone }
      if (reminderPhone !== undefined && reminderPhone !== '' && parsePhone(reminderPhone) === null) throw badPhone()
      const change = { creditLevel: readAmount(creditLevel, 'creditLevel'), smsReminder, emailReminder, reminderPhone }
      return showBalance(await setReminders(ctx, request.accountId ?? 0, productIn(request.params), change))
    },
  )
}

/** Not below zero; undefined when it is left out. */
function readAmount(text: string | undefined, name: string): Money | undefined {
  if (text === undefined) return undefined
  const amount = parseMoney(text)
  if (amount === null || amount < 0n) throw badAmount(name)
  return amount
}

function productIn(params: unknown): CreditProduct {
  const { product } = params as { product: string }
  const found = creditProducts.find((one) => one === product)
  if (found === undefined) throw balanceMissing()
  return found
}
