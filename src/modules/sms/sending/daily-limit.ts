import type { Tx } from '../../../engine/db/index.ts'
import { findUsedKeys, type IdempotencyKey, nameOfKey } from '../../../engine/http/index.ts'
import type { Refusal } from '../../../values/refusal.ts'
import { dayOf } from '../../../values/time.ts'
import type { SmsContext } from '../context.ts'
import { dailyLimitReached } from '../errors.ts'
import { addUsage, deleteOldUsage, lockUsage } from './store-accept.ts'

/** A send that would be accepted, as far as its account's day is concerned. */
export interface DaySend {
  readonly draft: {
    readonly accountId: number
    readonly messagesPerDay: number | null
    readonly key: IdempotencyKey | null
  }
  readonly accepted: { readonly valid: number }
}

const dayMs = 86_400_000
const keptDays = 40

export const isLimited = ({ draft }: Pick<DaySend, 'draft'>) => draft.messagesPerDay !== null

/**
 * Refuses what does not fit into its account's day any more, one send after the other as they came. Until this
 * transaction ends, nobody else takes of the same days. It comes before the keys are claimed, so that a send that is
 * refused leaves nothing behind.
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

/**
 * Replays of earlier answers count nothing, whether those were given before or are being given to a send that came
 * before in the same list.
 */
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

/** Only of accounts with a limit: the others would wait for each other at a row that nobody looks at. */
export async function countSends(tx: Tx, sends: readonly DaySend[], now: Date): Promise<void> {
  const added = new Map<number, number>()
  for (const { draft, accepted } of sends.filter(isLimited))
    added.set(draft.accountId, (added.get(draft.accountId) ?? 0) + accepted.valid)
  if (added.size > 0) await addUsage(tx, added, dayOf(now))
}

export const forgetUsage = ({ db, clock }: SmsContext): Promise<void> =>
  deleteOldUsage(db, dayOf(new Date(clock.now().getTime() - keptDays * dayMs)))
