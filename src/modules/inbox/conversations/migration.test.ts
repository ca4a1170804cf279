import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { bareDatabase } from '../../../../test/backups.ts'
import { onBothEngines } from '../../../../test/world.ts'
import { migrate } from '../../../engine/db/index.ts'
import { migrationsDirectory } from '../../../migrations.ts'

onBothEngines('the migration to one conversation table', (engine) => {
  it('keeps messages, sessions, endpoints and the state of the inbox', async (context) => {
    const { db } = await bareDatabase(context, engine)
    await migrate(db, migrationsDirectory, { upTo: '0004_z' })
    const [long, recent] = ['2030-01-01T08:00:00Z', '2030-01-31T08:00:00Z']
    await sql`
      insert into accounts (id, name, created_at) overriding system value values (1, 'Duka', ${long})
    `.execute(db)
    // An open conversation by SMS takes the first id, which a chat conversation had too.
    await sql`
      insert into conversations (account_id, channel, business, phone, status, incoming, replies, last_at, last_text, last_direction, created_at)
      values (1, 'sms', '', '255710000001', 'open', 1, 0, ${long}, 'Habari', 'in', ${long}),
             (1, 'whatsapp', 'SHOP', '255710000001', 'open', 2, 1, ${recent}, 'Asante', 'in', ${recent})
    `.execute(db)
    await sql`
      insert into chat_conversations (account_id, service, business, phone, endpoint_id, created_at, changed_at, received_at, session_at)
      values (1, 'whatsapp', 'SHOP', '255710000002', null, ${long}, ${recent}, null, ${recent}),
             (1, 'whatsapp', 'SHOP', '255710000001', 7, ${long}, ${recent}, ${recent}, ${long}),
             (1, 'telegram', 'SHOP', '255710000003', null, ${long}, ${long}, null, null)
    `.execute(db)
    await sql`
      insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at)
      select 1, v.conversation::bigint, v.direction, v.state, v.content::json, 'wa', ${recent}, ${recent}
        from (values (1, 'out', 'sent', '{"type":"text","text":"Hello"}'),
                     (1, 'out', 'sent', '{"type":"template","name":"order_ready","language":"en"}'),
                     (2, 'in', 'received', '{"type":"text","text":"Asante"}')) as v(conversation, direction, state, content)
    `.execute(db)

    await migrate(db, migrationsDirectory)
    const { rows } = await sql<Record<string, unknown>>`
      select channel || ' ' || right(phone, 1) as name, status, incoming, replies, last_text, last_direction, endpoint_id,
             received_at is not null as has_session, session_at is not null as was_charged, created_at,
             (select count(*) from chat_messages m where m.conversation_id = c.id) as messages
        from conversations c
       order by name
    `.execute(db)
    const row = (name: string, change: object) => ({
      ...{ name, status: 'closed', incoming: 0, replies: 0, last_text: '', last_direction: 'out', endpoint_id: null },
      ...{ has_session: false, was_charged: false, created_at: new Date(long), messages: 0, ...change },
    })
    assert.deepEqual(rows, [
      row('sms 1', { status: 'open', incoming: 1, last_text: 'Habari', last_direction: 'in' }),
      row('telegram 3', {}),
      row('whatsapp 1', {
        ...{ status: 'open', incoming: 2, replies: 1, last_text: 'Asante', last_direction: 'in', endpoint_id: 7 },
        ...{ has_session: true, was_charged: true, messages: 1 },
      }),
      row('whatsapp 2', { last_text: '[template] order_ready', was_charged: true, messages: 2 }),
    ])
  })
})
