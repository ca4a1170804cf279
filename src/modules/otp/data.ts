import { sql } from 'kysely'
import { columnsOf, prepared, type RowOf } from '../../engine/db/index.ts'
import { dataOf, ofNumber, readTimePosition, type TimelineSource, timePosition } from '../table-data/index.ts'
import { stateAt } from './store.ts'

/** How long requests are listed and their ids are known. PINs expire earlier, and are only secrets at rest then. */
export const pinDays = 8

const columnsAt = (now: Date) =>
  columnsOf(
    { p: 'otp_pins' },
    {
      id: 'p.id',
      /** Null for a deleted application. */
      app: sql<
        string | null
      >`(select a.name from otp_apps a where a.account_id = p.account_id and a.number = p.app_number)`,
      state: stateAt(now),
      createdAt: 'p.created_at',
    },
  )

/** PINs that were sent to a number, without the PINs themselves. */
const history: TimelineSource = {
  name: 'otp',
  kinds: ['pin'],
  scope: 'otp:read',
  async list({ db, clock }, { accountId, phone }, after, limit) {
    const last = readTimePosition(after, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const columns = columnsAt(clock.now())
    const { rows } = await sql<RowOf<typeof columns>>`
      ${prepared}
      select ${columns}
        from otp_pins p
       where p.account_id = ${accountId}
         and p.phone = ${phone}
         ${last === null ? sql`` : sql`and (p.created_at, p.id) < (${last.at}::timestamptz, ${last.rest}::uuid)`}
       order by p.created_at desc, p.id desc
       limit ${limit}
    `.execute(db)
    return rows.map(({ id, app, state, createdAt }) => ({
      kind: 'pin',
      at: createdAt,
      position: timePosition(createdAt, id),
      direction: 'out',
      from: app,
      status: state,
    }))
  },
}

const pins = dataOf('otp_pins', {
  at: 'created_at',
  person: {
    name: 'pins',
    show: [
      'account_id',
      columnsOf({ t: 'otp_pins' }, { application: 't.app_number' }),
      'phone',
      'attempts',
      'created_at',
      'expires_at',
      'verified_at',
    ],
  },
  keep: [{ name: 'PINs', dataClass: 'messages', atMostDays: pinDays }],
  history,
  unsearched: ['phone'],
})

const isOfNumber = ofNumber('t', 'subject')

const counters = dataOf('otp_counters', {
  person: {
    name: 'pin-counters',
    show: ['account_id', columnsOf({ t: 'otp_counters' }, { phone: 't.subject' }), 'hour', 'count'],
    id: sql`(t.account_id::text || ' ' || t.hour::text)`,
    where: (query) => sql`${isOfNumber(query)} and t.scope = 'number'`,
  },
})

export const data = [
  pins,
  counters,
  dataOf('otp_allowances', { unsearched: ['ranges'] }),
  dataOf('otp_apps', { unsearched: ['channels', 'sender'] }),
  dataOf('otp_sends', { unsearched: ['channel', 'language', 'problem'] }),
  dataOf('otp_prefixes', { unsearched: ['prefix'] }),
]
