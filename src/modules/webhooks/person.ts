import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { type PersonSource, scannedSource } from '../person/index.ts'

const events = { table: 'webhook_events', columns: [{ name: 'id', type: 'bigint' }] }
const attempts = { table: 'webhook_attempts', columns: [{ name: 'id', type: 'bigint' }] }

/** Events hold the text of the person too, so they are deleted with their attempts, even before they are delivered. */
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
      holds: (pattern) => sql`t.body like ${pattern} or t.delivered_answer like ${pattern}`,
    }),
    swept: {
      table: events.table,
      async erase(tx, keys) {
        const ids = keys.map(([id]) => id)
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
    holds: (pattern) => sql`t.answer like ${pattern} or t.problem like ${pattern}`,
  }),
]
