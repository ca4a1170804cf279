import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { dataOf, ofInstallation, readTimePosition, timePosition } from '../table-data/index.ts'
import { findOptOut, listConsentsOf } from './store-facts.ts'

const optOuts = dataOf('sms_optouts', {
  person: {
    name: 'opt-outs',
    show: ['account_id', 'phone', 'source', 'created_at'],
    // An account has at most one opt-out of a number.
    id: sql`t.account_id`,
  },
  /** The opt-out of a number, as long as it lasts. */
  history: {
    name: 'optout',
    kinds: ['opt_out'],
    scope: 'optouts:read',
    async list({ db }, { accountId, phone }, after) {
      const found = after === null ? await findOptOut(db, accountId, phone) : null
      if (found === null) return []
      const { source, createdAt } = found
      return [{ kind: 'opt_out', at: createdAt, position: String(createdAt.getTime()), reason: source }]
    },
  },
})

const consents = dataOf('consents', {
  person: {
    name: 'consents',
    show: [
      'account_id',
      'phone',
      columnsOf({ t: 'consents' }, { status: sql<string>`case when t.given then 'given' else 'withdrawn' end` }),
      'source',
      'at',
      'text',
      'recorded_at',
    ],
  },
  history: {
    name: 'consent',
    kinds: ['consent'],
    scope: 'optouts:read',
    async list({ db }, { accountId, phone }, after, limit) {
      const last = readTimePosition(after, /^[01]$/)
      const before = last && { at: last.at, given: last.rest === '1' }
      return (await listConsentsOf(db, accountId, phone, before, limit)).map(({ given, source, at, text }) => ({
        kind: 'consent',
        at,
        position: timePosition(at, given ? '1' : '0'),
        text: text === '' ? null : text,
        status: given ? 'given' : 'withdrawn',
        reason: source,
      }))
    },
  },
})

const doNotDisturb = dataOf('do_not_disturb', {
  person: {
    name: 'do-not-disturb',
    show: ['phone', 'source', 'note', 'created_at'],
    id: sql`t.phone`,
    where: ofInstallation,
  },
})

export const data = [optOuts, consents, doNotDisturb]
