import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { balances } from '../../contract/account/balance.ts'
import { credit } from '../../contract/console/balance.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { type Money, parseMoney } from '../../values/money.ts'
import { refuse } from '../../values/refusal.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { orderCredit, showBalance } from './credit.ts'
import { badAmount } from './errors.ts'
import { type CreditProduct, creditProducts } from './rules.ts'
import { setPostpaid, setReminders } from './settings.ts'

import { listBalances } from './store.ts'
import { transferCredit } from './transfer.ts'

/** Balances for members, and credit changes for operators. */
export function balanceApi(app: FastifyInstance, ctx: Context): void {
  serve(app, balances.list, async ({ accountId }) => ({
    data: (await listBalances(ctx.db, accountId)).map(showBalance),
  }))

  serve(app, credit.change, async ({ accountId, body: { product, amount: text, note = '' }, request, reply }) => {
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
  })

  serve(
    app,
    credit.transfer,
    async ({ accountId, id, body: { direction, product, amount: text, note = '' }, request, reply }) => {
      const amount = parseMoney(text)
      if (amount === null || amount <= 0n) throw badAmount('amount')
      request.auditDetail = { direction, product, amount: text }
      const { name = '', operator = false } = request.actor ?? {}
      const once = await transferCredit(
        ctx,
        {
          parentId: accountId,
          childId: id('child'),
          toChild: direction === 'to',
          product,
          amount,
          note,
          actor: name,
          byOperator: operator,
        },
        readIdempotencyKey(request, accountId),
      )
      if (once.replayed) reply.header('Idempotent-Replayed', 'true')
      return once.answer
    },
  )

  serve(app, credit.setPostpaid, async ({ accountId, params, body: { allowPostpaid, postpaidLimit }, request }) => {
    request.auditDetail = { allowPostpaid, postpaidLimit }
    const change = { allowPostpaid, postpaidLimit: readAmount(postpaidLimit, 'postpaidLimit') }
    return showBalance(await setPostpaid(ctx, accountId, readProduct(params.product), change))
  })

  serve(
    app,
    balances.setReminders,
    async ({ accountId, params, body: { creditLevel, smsReminder, emailReminder, reminderPhone }, request }) => {
      request.auditDetail = { creditLevel, smsReminder, emailReminder, reminderPhone }
      const phone = reminderPhone && (await readTypedPhone(ctx, accountId, reminderPhone))
      const change = {
        creditLevel: readAmount(creditLevel, 'creditLevel'),
        smsReminder,
        emailReminder,
        reminderPhone: phone,
      }
      return showBalance(await setReminders(ctx, accountId, readProduct(params.product), change))
    },
  )
}

/** Rejects negative amounts; undefined when missing. */
function readAmount(text: string | undefined, name: string): Money | undefined {
  if (text === undefined) return undefined
  const amount = parseMoney(text)
  if (amount === null || amount < 0n) throw badAmount(name)
  return amount
}

function readProduct(text: string): CreditProduct {
  const found = creditProducts.find((one) => one === text)
  if (found === undefined) throw refuse('balance_not_found')
  return found
}
