import { sql } from 'kysely'
import { columnsOf, type Row, type Tx } from '../../engine/db/index.ts'
import { type PersonSource, scannedSource } from '../person/index.ts'
import { isAbout } from './rules.ts'

const events = { table: 'webhook_events', columns: [{ name: 'id', type: 'bigint' }] }
const attempts = { table: 'webhook_attempts', columns: [{ name: 'id', type: 'bigint' }] }

/** Events to or from the person. Other events only mention the number. */
async function listOwn(tx: Tx, ids: readonly string[], phone: string): Promise<number[]> {
  const { rows } = await sql<Row<'webhook_events', 'id' | 'body'>>`
    select id, body from webhook_events where id = any(${ids}::bigint[])
  `.execute(tx)
  return rows.filter(({ body }) => isAbout(body, phone)).map(({ id }) => id)
}

/**
 * Events of the person hold the text too, so they are deleted with their attempts, even before they are delivered. In
 * other events the number is overwritten.
 */
export const webhooksPersonSources: readonly PersonSource[] = [
  {
    ...scannedSource({
      name: 'webhook-events',
      columns: columnsOf(
        { t: 'webhook_events' },
        {
          accountId: 't.account_id',
          endpointId: 't.endpoint_id',
          body: 't.body',
          answer: 't.delivered_answer',
          createdAt: 't.created_at',
          deliveredAt: 't.delivered_at',
        },
      ),
      key: events,
      account: sql`t.account_id`,
      texts: [sql`t.body`, sql`t.delivered_answer`],
    }),
    swept: {
      table: events.table,
      async erase(tx, keys, phone) {
        const ids = await listOwn(
          tx,
          keys.map(([id]) => id ?? ''),
          phone,
        )
        await sql`delete from webhook_attempts where event_id = any(${ids}::bigint[])`.execute(tx)
        await sql`delete from webhook_events where id = any(${ids}::bigint[])`.execute(tx)
      },
    },
  },
  scannedSource({
    name: 'webhook-attempts',
    columns: columnsOf(
      { t: 'webhook_attempts' },
      { eventId: 't.event_id', at: 't.at', status: 't.status', problem: 't.problem', answer: 't.answer' },
    ),
    key: attempts,
    account: sql`(select e.account_id from webhook_events e where e.id = t.event_id)`,
    texts: [sql`t.answer`, sql`t.problem`],
  }),
]
