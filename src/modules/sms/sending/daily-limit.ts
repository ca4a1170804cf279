import type { Tx } from '../../../engine/db/index.ts'
import { findUsedKeys, nameOfKey } from '../../../engine/http/index.ts'
import type { Refusal } from '../../../values/refusal.ts'
import { dayOf } from '../../../values/time.ts'
import type { SmsContext } from '../context.ts'
import { dailyLimitReached } from '../errors.ts'
import type { Accepted, Draft } from '../model.ts'
import { addUsage, deleteOldUsage, lockUsage } from './store-usage.ts'

/** The properties of a send that matter for the daily limit. */
export interface DaySend {
  readonly draft: Pick<Draft, 'accountId' | 'messagesPerDay' | 'key'>
  readonly accepted: Pick<Accepted, 'valid'>
}

const dayMs = 86_400_000
const keptDays = 40

export const isLimited = ({ draft }: Pick<DaySend, 'draft'>) => draft.messagesPerDay !== null

/**
 * Rejects sends that exceed the daily limit of their account, in order of arrival. Locks the days until the transaction
 * ends. Runs before the keys are claimed, so that a rejected send leaves nothing behind.
 */
export async function refuseOverLimit<Send extends DaySend>(
  tx: Tx,
  sends: readonly Send[],
  now: Date,
): Promise<Map<Send, Refusal>> {
  const limited = sends.filter(isLimited)
  if (limited.length === 0) return new Map()
  const accounts = new Set(limited.map(({ draft }) => draft.accountId))
  const used = await lockUsage(tx, [...accounts], dayOf(now))
  const keys = limited.flatMap(({ draft }) => draft.key ?? [])
  const answered = keys.length === 0 ? new Set<string>() : await findUsedKeys(tx, keys, now)
  return findOverLimit(limited, used, answered, now)
}

/** Replays do not count, whether the original send was answered earlier or is in the same list. */
export function findOverLimit<Send extends DaySend>(
  sends: readonly Send[],
  usedBefore: ReadonlyMap<number, number>,
  answeredBefore: ReadonlySet<string>,
  now: Date,
): Map<Send, Refusal> {
  const used = new Map(usedBefore)
  const answered = new Set(answeredBefore)
  const refusals = new Map<Send, Refusal>()
  for (const send of sends) {
    const { accountId, messagesPerDay, key } = send.draft
    const { valid } = send.accepted
    const name = key === null ? null : nameOfKey(key)
    if (name !== null && answered.has(name)) continue

    const usedNow = used.get(accountId) ?? 0
    if (messagesPerDay !== null && valid > 0 && usedNow + valid > messagesPerDay) {
      const left = Math.max(0, messagesPerDay - usedNow)
      refusals.set(send, dailyLimitReached(messagesPerDay, left, valid, secondsToMidnight(now)))
      continue
    }
    used.set(accountId, usedNow + valid)
    if (name !== null) answered.add(name)
  }
  return refusals
}

const secondsToMidnight = (now: Date) => Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000)

/** Only for accounts with a limit, so that others do not wait for a row that nobody reads. */
export async function countSends(tx: Tx, sends: readonly DaySend[], now: Date): Promise<void> {
  const added = new Map<number, number>()
  for (const { draft, accepted } of sends.filter(isLimited))
    added.set(draft.accountId, (added.get(draft.accountId) ?? 0) + accepted.valid)
  if (added.size > 0) await addUsage(tx, added, dayOf(now))
}

export const forgetUsage = ({ db, clock }: Pick<SmsContext, 'db' | 'clock'>): Promise<void> =>
  deleteOldUsage(db, dayOf(new Date(clock.now().getTime() - keptDays * dayMs)))
