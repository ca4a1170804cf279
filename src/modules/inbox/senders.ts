import { listLastNumbers } from '../inbound/index.ts'
import { findStandings, isSenderShape, listActiveSenders } from '../senders/index.ts'
import { listLastSenders } from '../sms/index.ts'
import type { InboxContext } from './context.ts'

/**
 * The sender IDs of replies, by number: the number that the person last wrote to, the sender of the last message to the
 * person, or the only sender ID of the account, if they are active. Null if a reply has to name one.
 */
export async function findReplySenders({ db }: InboxContext, accountId: number, phones: readonly string[]) {
  const [first, second] = phones.length === 0 ? [] : await listActiveSenders(db, accountId, 2)
  if (second === undefined) return new Map<string, string | null>(phones.map((phone) => [phone, first ?? null]))
  const lastNumbers = await listLastNumbers(db, accountId, phones)
  const active = await listActive(db, accountId, lastNumbers.values())
  const rest = phones.filter((phone) => !active.has(lastNumbers.get(phone) ?? ''))
  const lastSenders = rest.length === 0 ? new Map<string, string>() : await listLastSenders(db, accountId, rest)
  for (const sender of await listActive(db, accountId, lastSenders.values())) active.add(sender)
  const isActive = (sender: string | undefined) => sender !== undefined && active.has(sender)
  return new Map<string, string | null>(
    phones.map((phone) => [phone, [lastNumbers.get(phone), lastSenders.get(phone)].find(isActive) ?? null]),
  )
}

async function listActive(db: InboxContext['db'], accountId: number, senders: Iterable<string>): Promise<Set<string>> {
  const named = [...new Set(senders)].filter(isSenderShape)
  if (named.length === 0) return new Set()
  const wanted = named.map((sender) => ({ accountId, sender }))
  const standings = await findStandings(db, wanted)
  return new Set(named.filter((_, index) => standings[index]?.status === 'active'))
}
