import type { Tx } from '../../../engine/db/index.ts'
import { money } from '../../../values/money.ts'
import { dayOf } from '../../../values/time.ts'
import { type Settlement, settle, settleParts } from '../../balance/index.ts'
import type { Ended, Paid, PaidTotal } from '../model.ts'
import { addToDays, type DayCounts } from './store-days.ts'

/**
 * Settles the holds of messages in the transaction that changes them: charges accepted messages, and releases the holds
 * of messages that ended before. Counts the day of each account in the same statement. Works from the rows that the
 * statements returned as changed, so a repetition changes nothing.
 */
export async function settleMessages(
  tx: Tx,
  taken: readonly PaidTotal[],
  ended: readonly Ended[],
  now: Date,
): Promise<void> {
  const settlements = settlementsOf(taken, ended)
  const counts = countsOf(taken, ended)
  // Only cancelled messages, or none.
  if (counts.length === 0) return settle(tx, settlements, now)
  await addToDays(tx, dayOf(now), counts, settleParts(settlements, now))
}

function settlementsOf(taken: readonly PaidTotal[], ended: readonly Ended[]): Settlement[] {
  const totals = new Map<string, { readonly of: Paid; spent: bigint; released: bigint }>()
  const totalOf = (of: Paid) => {
    const key = `${of.accountId} ${of.product}`
    const total = totals.get(key) ?? { of, spent: 0n, released: 0n }
    totals.set(key, total)
    return total
  }
  for (const one of taken) totalOf(one).spent += BigInt(one.price)
  for (const one of ended) if (one.submittedAt === null) totalOf(one).released += BigInt(one.price)
  return [...totals.values()].map(({ of: { accountId, product }, spent, released }) => ({
    accountId,
    product,
    spent: money(spent),
    released: money(released),
    subject: 'messages',
  }))
}

/** A cancelled message does not count as failed. */
function countsOf(taken: readonly PaidTotal[], ended: readonly Ended[]): DayCounts[] {
  const accounts = new Map<number, { accountId: number; sent: number; delivered: number; failed: number }>()
  const countOf = (accountId: number) => {
    const count = accounts.get(accountId) ?? { accountId, sent: 0, delivered: 0, failed: 0 }
    accounts.set(accountId, count)
    return count
  }
  for (const { accountId, messages } of taken) countOf(accountId).sent += messages
  for (const { accountId, status, reason } of ended) {
    if (status === 'DELIVERED') countOf(accountId).delivered += 1
    else if (reason !== 'cancelled') countOf(accountId).failed += 1
  }
  return [...accounts.values()]
}
