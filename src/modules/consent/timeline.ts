import { readTimePosition, type TimelineSource, timePosition } from '../timeline/index.ts'
import { listConsentsOf } from './store-consents.ts'
import { findOptOut } from './store-optouts.ts'

/** Consents of a number and their withdrawals. */
export const consentTimeline: TimelineSource = {
  name: 'consent',
  kinds: ['consent'],
  scope: 'optouts:read',
  async list(db, { accountId, phone }, after, limit) {
    const last = readTimePosition(after, /^[01]$/)
    const consents = await listConsentsOf(
      db,
      accountId,
      phone,
      last && { at: last.at, given: last.rest === '1' },
      limit,
    )
    return consents.map(({ given, source, at, text }) => ({
      kind: 'consent',
      at,
      position: timePosition(at, given ? '1' : '0'),
      text: text === '' ? null : text,
      status: given ? 'given' : 'withdrawn',
      reason: source,
    }))
  },
}

/** The opt-out of a number, as long as it lasts. */
export const optOutTimeline: TimelineSource = {
  name: 'optout',
  kinds: ['opt_out'],
  scope: 'optouts:read',
  async list(db, { accountId, phone }, after) {
    const found = after === null ? await findOptOut(db, accountId, phone) : null
    if (found === null) return []
    const { source, createdAt } = found
    return [{ kind: 'opt_out', at: createdAt, position: String(createdAt.getTime()), reason: source }]
  },
}
