import type { Queryable } from '../../engine/db/index.ts'
import { listConsentsOf } from './store-consents.ts'
import { findDoNotDisturb } from './store-do-not-disturb.ts'
import { findOptOut, type OptOut } from './store-optouts.ts'

interface ConsentState {
  /** Null if the number has not opted out. */
  readonly optOut: Pick<OptOut, 'source' | 'createdAt'> | null
  readonly doNotDisturb: boolean
  /** The newest consent or withdrawal; null without one. */
  readonly consent: { readonly given: boolean; readonly source: string; readonly at: Date } | null
}

/** Whether a number wants messages of the account. */
export async function findConsentState(db: Queryable, accountId: number, phone: string): Promise<ConsentState> {
  const optOut = await findOptOut(db, accountId, phone)
  const [newest] = await listConsentsOf(db, accountId, phone, null, 1)
  const listed = await findDoNotDisturb(db, [phone]).next()
  return {
    optOut: optOut && { source: optOut.source, createdAt: optOut.createdAt },
    doNotDisturb: listed.value === phone,
    consent: newest === undefined ? null : { given: newest.given, source: newest.source, at: newest.at },
  }
}
