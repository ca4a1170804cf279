import type { Database } from '../../../engine/db/index.ts'
import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import { money } from '../../../values/money.ts'
import { type Charge, noCredit, type ReadCredit, type SpendableCredit } from '../../balance/index.ts'
import {
  type ConsentMemory,
  createConsentMemory,
  forgetConsentFacts,
  type ReasonOf,
  type RecalledConsent,
  readConsentFacts,
} from '../../consent/index.ts'
import { findStandings, type SenderKey, type Standing } from '../../senders/index.ts'
import type { Draft } from '../model.ts'
import { type CreditOf, findCreditOfPayers, type Payer, payerKey } from './charge.ts'

/**
 * Facts about accounts from their earlier sends, so that accepting a send takes one round trip. They may be outdated:
 * the statement that stores a send verifies the facts that it relies on.
 */
export interface FactMemory {
  /** Active sender IDs. Others are always read, so that a rejection is never outdated. */
  readonly senders: BoundedMap<string, SenderKey>
  /** Whether numbers must be looked up before a send. */
  readonly consent: ConsentMemory
  /** Credit by payer. Reduced by the holds of this process only; the check constraint of the balance has the last word. */
  readonly credit: BoundedMap<string, SpendableCredit>
}

/** About 30 MB, for installations where this many accounts send at the same time. */
const entriesMax = 50_000

export const createFactMemory = (): FactMemory => ({
  senders: new BoundedMap(entriesMax),
  consent: createConsentMemory(),
  credit: new BoundedMap(entriesMax),
})

/** Facts that a statement must verify, most of them from memory. */
export interface Recalled {
  readonly senders: readonly SenderKey[]
  readonly consent: RecalledConsent
  readonly credit: readonly ReadCredit[]
}

/** Everything that must be known about the accounts of some sends. */
export interface Facts {
  readonly standingOf: (draft: Draft) => Standing
  /** Null when no recipient of the draft is excluded. */
  readonly reasonFor: (draft: Draft) => ReasonOf | null
  readonly creditOf: CreditOf
  readonly isCreditRecalled: (payer: Payer) => boolean
  /** Whether anything comes from memory, so that reading it again may have another result. */
  readonly isRecalled: boolean
  readonly hasOptOuts: (accountId: number) => boolean
  readonly recalled: Recalled
}

const senderKey = ({ accountId, sender }: Draft) => `${accountId} ${sender}`
const unknownSender: Standing = { status: null, reason: null }
const activeSender: Standing = { status: 'active', reason: null }

/** Looks into memory before it waits for anything, so that forgotten facts are read. */
export async function readFacts(db: Database, memory: FactMemory, drafts: readonly Draft[]): Promise<Facts> {
  const [senders, consent, credit] = await Promise.all([
    readSenders(db, memory, drafts),
    readConsentFacts(db, memory.consent, drafts.filter((draft) => !ignoresConsent(draft)).map(recipientsOf)),
    readCredit(db, memory, drafts),
  ])
  return {
    standingOf: (draft) => senders.standings.get(senderKey(draft)) ?? unknownSender,
    reasonFor: (draft) => (ignoresConsent(draft) ? null : consent.reasonFor(recipientsOf(draft))),
    creditOf: credit.creditOf,
    isCreditRecalled: (payer) => credit.recalled.has(payerKey(payer)),
    isRecalled: senders.recalled.length > 0 || consent.isRecalled || credit.recalled.size > 0,
    hasOptOuts: consent.hasOptOuts,
    recalled: {
      senders: senders.recalled,
      consent: consent.recalled,
      credit: [...credit.recalled.values()],
    },
  }
}

async function readSenders(db: Database, memory: FactMemory, drafts: readonly Draft[]) {
  const standings = new Map<string, Standing>()
  const recalled: SenderKey[] = []
  const unknown = new Map<string, SenderKey>()
  for (const draft of drafts) {
    const key = senderKey(draft)
    if (standings.has(key) || unknown.has(key)) continue
    const known = memory.senders.get(key)
    if (known === undefined) unknown.set(key, { accountId: draft.accountId, sender: draft.sender })
    else {
      recalled.push(known)
      standings.set(key, activeSender)
    }
  }
  if (unknown.size === 0) return { standings, recalled }
  const found = await findStandings(db, [...unknown.values()])
  for (const [index, [key, asked]] of [...unknown].entries()) {
    const standing = found[index] ?? unknownSender
    standings.set(key, standing)
    if (standing.status === 'active') memory.senders.set(key, asked)
  }
  return { standings, recalled }
}

/** PINs ignore opt-outs, the do-not-disturb list and missing consents. */
export const ignoresConsent = ({ lane }: Pick<Draft, 'lane'>) => lane === 'pin'

/** The phones are a generator, so that a large send is not copied in memory. */
export const recipientsOf = ({
  accountId,
  lane,
  sorted: { candidates },
}: Pick<Draft, 'accountId' | 'lane' | 'sorted'>) => ({
  accountId,
  isBulk: lane === 'bulk',
  *phones() {
    for (const { phone } of candidates) yield phone
  },
})

async function readCredit(db: Database, memory: FactMemory, drafts: readonly Draft[]) {
  const recalled = new Map<string, ReadCredit>()
  const unknown = new Map<string, Payer>()
  for (const { accountId, product } of drafts) {
    const key = payerKey({ accountId, product })
    const credit = memory.credit.get(key)
    if (credit === undefined) unknown.set(key, { accountId, product })
    else recalled.set(key, { accountId, product, credit })
  }
  const found = unknown.size === 0 ? () => noCredit : await findCreditOfPayers(db, [...unknown.values()])
  for (const [key, payer] of unknown) if (found(payer) !== noCredit) memory.credit.set(key, found(payer))
  const creditOf: CreditOf = (payer) => recalled.get(payerKey(payer))?.credit ?? found(payer)
  return { creditOf, recalled }
}

/** Reduces the remembered credit by new holds. */
export function noteHolds({ credit: known }: FactMemory, charges: readonly Charge[]): void {
  for (const charge of charges) {
    const credit = known.get(payerKey(charge))
    if (credit !== undefined)
      known.set(payerKey(charge), { ...credit, spendable: money(credit.spendable - charge.amount) })
  }
}

/** The next send reads everything about the accounts of these sends. */
export function forgetFacts(memory: FactMemory, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    memory.senders.delete(senderKey(draft))
    forgetCredit(memory, draft)
  }
  forgetConsentFacts(
    memory.consent,
    drafts.map(({ accountId }) => accountId),
  )
}

export const forgetCredit = ({ credit }: FactMemory, payer: Payer) => void credit.delete(payerKey(payer))
