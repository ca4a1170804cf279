import type { Tx } from '../../engine/db/index.ts'
import { money } from '../../values/money.ts'
import { type Settlement, settle } from '../balance/index.ts'
import type { Ended } from './store-ending.ts'
import type { Paid } from './store-progress.ts'

/**
 * Ends the holds of messages, in the transaction that changes them: those that a carrier took are paid for, and those that ended before one did are
 * given back. It goes by what the statements say they changed, so that doing it again changes nothing.
 */
export async function settleMessages(tx: Tx, taken: readonly Paid[], ended: readonly Ended[], now: Date): Promise<void> {
  const purses = new Map<string, { readonly of: Paid; spent: bigint; released: bigint }>()
  const purseOf = (of: Paid) => {
    const key = `${of.accountId} ${of.product}`
    const purse = purses.get(key) ?? { of, spent: 0n, released: 0n }
    purses.set(key, purse)
    return purse
  }
  for (const one of taken) purseOf(one).spent += BigInt(one.price)
  for (const one of ended) if (one.submittedAt === null) purseOf(one).released += BigInt(one.price)
  const settlements = [...purses.values()].map(
    ({ of: { accountId, product }, spent, released }): Settlement => ({
      accountId,
      product,
      spent: money(spent),
      released: money(released),
      subject: 'messages',
    }),
  )
  await settle(tx, settlements, now)
}
