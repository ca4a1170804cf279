import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import {
  type AccountPhone,
  findDoNotDisturb,
  findOptedOut,
  findOptOut,
  findWithoutConsent,
  hasDoNotDisturb,
  listAccountsIn,
  listConsentsOf,
} from './store-facts.ts'

/** Why a number with a valid format gets no message. PINs are sent all the same. */
const exclusions = ['opted_out', 'do_not_disturb', 'no_consent'] as const
export type Exclusion = (typeof exclusions)[number]

export const isExclusion = (reason: string): reason is Exclusion => exclusions.some((one) => one === reason)

/**
 * Facts from earlier sends. Most accounts have no opt-outs and no rule, and most installations no do-not-disturb list, so
 * that no number has to be looked up. They may be outdated: the statement that stores a send verifies it.
 */
export interface ConsentMemory {
  /** Whether an account has opt-outs. */
  readonly optOuts: BoundedMap<number, boolean>
  /** Whether an account requires a consent for bulk messages. */
  readonly rules: BoundedMap<number, boolean>
  /** Whether the do-not-disturb list has entries; null when unknown. */
  hasList: boolean | null
}

/** About 10 MB, for installations where this many accounts send at the same time. */
const accountsMax = 50_000

export const createConsentMemory = (): ConsentMemory => ({
  optOuts: new BoundedMap(accountsMax),
  rules: new BoundedMap(accountsMax),
  hasList: null,
})

/** The recipients of a send that respects opt-outs. */
export interface Recipients {
  readonly accountId: number
  /** Only bulk messages need a consent. */
  readonly isBulk: boolean
  readonly phones: () => Iterable<string>
}

/** Why a number of a send is excluded; null when it is not. */
export type ReasonOf = (phone: string) => Exclusion | null

/** Facts that a statement must verify, also those that were just read: a number may opt out before the statement. */
export interface RecalledConsent {
  readonly withoutOptOuts: readonly number[]
  readonly withoutRule: readonly number[]
  readonly withoutList: boolean
}

export interface ConsentFacts {
  /** Null when no number of the send is excluded. */
  readonly reasonFor: (send: { readonly accountId: number; readonly isBulk: boolean }) => ReasonOf | null
  readonly hasOptOuts: (accountId: number) => boolean
  readonly recalled: RecalledConsent
  /** Whether anything comes from memory. */
  readonly isRecalled: boolean
}

/** Looks into memory before it waits for anything, so that forgotten facts are read. */
export async function readConsentFacts(
  db: Database,
  memory: ConsentMemory,
  sends: readonly Recipients[],
): Promise<ConsentFacts> {
  const bulk = sends.filter(({ isBulk }) => isBulk)
  const [optOuts, rules, list] = await Promise.all([
    readFlags(memory.optOuts, sends, (unknown) => listAccountsIn(db, 'sms_optouts', unknown)),
    readFlags(memory.rules, bulk, (unknown) => listAccountsIn(db, 'consent_rules', unknown)),
    sends.length === 0 ? { hasList: false, isRecalled: false } : readHasList(db, memory),
  ])
  const [optedOut, withoutConsent, listed] = await Promise.all([
    gather(optOuts.having, () => findOptedOut(db, phonesOf(sends, optOuts.having))),
    gather(rules.having, () => findWithoutConsent(db, phonesOf(bulk, rules.having))),
    list.hasList ? gatherPhones(findDoNotDisturb(db, everyPhoneOf(sends))) : noPhones,
  ])
  return {
    reasonFor: ({ accountId, isBulk }) => {
      const out = optedOut.get(accountId) ?? noPhones
      const lacking = (isBulk ? withoutConsent.get(accountId) : undefined) ?? noPhones
      if (out.size === 0 && lacking.size === 0 && listed.size === 0) return null
      return (phone) =>
        out.has(phone) ? 'opted_out' : listed.has(phone) ? 'do_not_disturb' : lacking.has(phone) ? 'no_consent' : null
    },
    hasOptOuts: (accountId) => optOuts.having.has(accountId),
    recalled: {
      withoutOptOuts: optOuts.without,
      withoutRule: rules.without,
      withoutList: sends.length > 0 && !list.hasList,
    },
    isRecalled: optOuts.isRecalled || rules.isRecalled || list.isRecalled,
  }
}

async function readFlags(
  known: BoundedMap<number, boolean>,
  sends: readonly Recipients[],
  listHaving: (accountIds: readonly number[]) => Promise<readonly number[]>,
) {
  const accounts = new Set(sends.map(({ accountId }) => accountId))
  const unknown = [...accounts].filter((accountId) => !known.has(accountId))
  const having = new Set([...accounts].filter((accountId) => known.get(accountId) === true))
  if (unknown.length > 0) {
    for (const accountId of await listHaving(unknown)) having.add(accountId)
    for (const accountId of unknown) known.set(accountId, having.has(accountId))
  }
  return {
    having,
    without: [...accounts].filter((accountId) => !having.has(accountId)),
    isRecalled: unknown.length < accounts.size,
  }
}

async function readHasList(db: Database, memory: ConsentMemory) {
  if (memory.hasList !== null) return { hasList: memory.hasList, isRecalled: true }
  memory.hasList = await hasDoNotDisturb(db)
  return { hasList: memory.hasList, isRecalled: false }
}

const noPhones: ReadonlySet<string> = new Set()
const nobody: ReadonlyMap<number, ReadonlySet<string>> = new Map()

/** Numbers are only looked up in accounts that have entries. */
async function gather(
  accounts: ReadonlySet<number>,
  find: () => AsyncIterable<AccountPhone>,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (accounts.size === 0) return nobody
  const found = new Map<number, Set<string>>()
  for await (const { accountId, phone } of find()) found.set(accountId, (found.get(accountId) ?? new Set()).add(phone))
  return found
}

async function gatherPhones(phones: AsyncIterable<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const phone of phones) found.add(phone)
  return found
}

/** Generators, so that a large send is not copied in memory. */
function* phonesOf(sends: readonly Recipients[], accounts: ReadonlySet<number>): Generator<AccountPhone> {
  for (const { accountId, phones } of sends) {
    if (!accounts.has(accountId)) continue
    for (const phone of phones()) yield { accountId, phone }
  }
}

function* everyPhoneOf(sends: readonly Recipients[]): Generator<string> {
  for (const { phones } of sends) yield* phones()
}

/** The next send of these accounts reads everything again. */
export function forgetConsentFacts(memory: ConsentMemory, accountIds: Iterable<number>): void {
  for (const accountId of accountIds) {
    memory.optOuts.delete(accountId)
    memory.rules.delete(accountId)
  }
  memory.hasList = null
}

/**
 * Selects a row when a recalled fact is outdated, or when one of the numbers is on the do-not-disturb list: messages
 * that are sent without being read again must not be for a number that was added since it was looked up.
 */
export const selectOutdatedConsents = (
  { withoutOptOuts, withoutRule, withoutList }: RecalledConsent,
  phones: readonly string[],
): RawBuilder<unknown> => sql`
  select 1 from sms_optouts where account_id = any(${withoutOptOuts}::bigint[])
   union all
  select 1 from consent_rules where account_id = any(${withoutRule}::bigint[])
   union all
  select 1 from do_not_disturb where ${withoutList ? sql`true` : sql`phone = any(${phones}::text[])`}
`

/** Whether a number wants messages of the account: its opt-out, and its newest consent or withdrawal. */
export async function findConsentState(db: Queryable, accountId: number, phone: string) {
  const optOut = await findOptOut(db, accountId, phone)
  const [newest] = await listConsentsOf(db, accountId, phone, null, 1)
  const listed = await findDoNotDisturb(db, [phone]).next()
  return {
    optOut: optOut && { source: optOut.source, createdAt: optOut.createdAt },
    doNotDisturb: listed.value === phone,
    consent: newest ? { given: newest.given, source: newest.source, at: newest.at } : null,
  }
}
