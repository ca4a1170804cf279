import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { asLines, bareDatabase, linesOf } from '../../../test/backups.ts'
import { openCheckingProcess } from '../../../test/smpp-credentials.ts'
import { onOneEngine, secret } from '../../../test/world.ts'
import { makePartition } from '../../engine/db/ids.ts'
import { dump, migrate, restore } from '../../engine/db/index.ts'
import { openSecrets } from '../../engine/secrets/index.ts'
import { migrationsDirectory, seededTables } from '../../migrations.ts'
import { hashSecret } from './authenticate.ts'
import { hashPassword, sealHash } from './passwords.ts'
import { findCredentialByKey } from './store.ts'

onOneEngine('a backup from before SMPP credentials were credentials', (engine) => {
  it('has keys and passwords that work after the restore, and everything that refers to them', async (context) => {
    const { db: old } = await bareDatabase(context, engine)
    await migrate(old, migrationsDirectory, { upTo: '0003_waiting_deliveries' })
    const secrets = await openSecrets(old, { given: secret, mayMake: false })
    const hash = sealHash(secrets, { accountId: 1, systemId: 'shop' }, await hashPassword('shop-pw'))
    await sql`insert into accounts (id, name, created_at) values (1, 'Shop', now())`.execute(old)
    await sql`
      insert into credentials (account_id, kind, api_key, secret_hash, name, lenient, operator, created_at)
      values (1, 'key', 'k1', ${hashSecret('s1')}, 'first', false, false, now()), (1, 'token', null, ${hashSecret('t1')}, 'second', true, false, now())
    `.execute(old)
    // The IDs of both tables are equal.
    await sql`
      insert into smpp_credentials (account_id, system_id, password_hash, binds_max, window_size, rate, addresses, message_ids, receives_messages, duplicate_seconds, private_urls, alphabet, created_at, revoked_at)
      values (1, 'shop', ${hash}, 3, 7, 0, '{192.0.2.0/24}', 'hex', true, 60, true, 'latin1', now(), null),
             (1, 'gone', ${hash}, 1, 1, 1, null, 'decimal', false, 0, false, 'gsm7', now(), now()), (1, 'gone', ${hash}, 1, 1, 1, null, 'decimal', false, 0, false, 'gsm7', now(), now())
    `.execute(old)
    await sql`
      insert into smpp_binds (credential_id, account_id, mode, address, encrypted, owner, bound_at, lease_until)
      values (1, 1, 'transceiver', '192.0.2.1', true, 'host:1', now(), now())
    `.execute(old)
    await sql`
      insert into smpp_messages (account_id, submitter, inbound_id, phone, created_at, due_at) values (1, 'smpp/1', 1, '255712000111', now(), now())
    `.execute(old)
    await sql`
      insert into sms_reports (account_id, submitter, kind, request_id, phone, event, happened_at, created_at, due_at)
      values (1, 'smpp/1', 'smpp', 1, '255712000111', 1, now(), now(), now()), (1, 'webhook/1', 'webhook', 1, '255712000111', 1, now(), now(), now())
    `.execute(old)
    await old.transaction((tx) => makePartition(tx, 'sms_requests', { name: 'sms_requests_p0', from: 1, to: 1_000 }))
    await sql`
      insert into sms_requests (id, account_id, sender, text, encoding, segments, due_at, valid_until, valid, invalid, duplicates, opted_out, created_at, origin)
      select id, 1, 'INFO', 'Hello', 'GSM7', 1, now(), now(), 1, 0, 0, 0, now(), origin
        from (values (1, '{"kind":"smpp","id":1}'::jsonb), (2, '{"kind":"kannel","id":1,"detail":{"credential":{"kind":"smpp","id":1}}}'),
                     (3, '{"kind":"kannel","id":1,"detail":{"credential":{"kind":"key","id":1}}}')) as r(id, origin)
    `.execute(old)
    await sql`
      insert into request_log (account_id, request_id, credential_id, smpp_credential_id, method, path, status, duration_ms, at)
      values (1, 'of-key', 1, null, 'GET', '/', 200, 1, now()), (1, 'of-smpp', null, 1, 'GET', '/', 200, 1, now())
    `.execute(old)
    await sql`
      insert into refusals (account_id, kind, method, path, status, code, message, credential_id, count, day_count, first_at, last_at)
      values (1, 'often', 'POST', '/v1/send', 400, 111, 'Invalid Sender ID', 1, 12, 5, now() - interval '3 days', now())
    `.execute(old)

    const { db } = await bareDatabase(context, engine)
    await restore(db, asLines(await linesOf(dump(old))), { migrationsDirectory, seeded: seededTables })
    const key = await findCredentialByKey(db, 'k1')
    assert.deepEqual([key?.id, key?.secretHash], [1, hashSecret('s1')])
    const process = await openCheckingProcess(db, () => 0)
    context.after(process.close)
    const found = await process.authenticator.authenticate({
      systemId: 'shop',
      password: 'shop-pw',
      address: '192.0.2.1',
    })
    assert.ok(typeof found !== 'string')
    const { id, callingCode: _, ...limits } = found
    assert.ok(id > 3)
    assert.deepEqual(limits, {
      accountId: 1,
      systemId: 'shop',
      bindsMax: 3,
      windowSize: 7,
      rate: 0,
      addresses: ['192.0.2.0/24'],
      messageIds: 'hex',
      receivesMessages: true,
      duplicateSeconds: 60,
      privateUrls: true,
      alphabet: 'latin1',
      messagesPerDay: null,
    })
    const { rows } = await sql<{ name: string }>`
      select 'bind ' || credential_id as name from smpp_binds
       union all select submitter from smpp_messages
       union all select submitter from sms_reports
       union all select concat_ws(' ', origin ->> 'kind', origin ->> 'id', origin -> 'detail' -> 'credential' ->> 'id') from sms_requests
       union all select concat_ws(' ', request_id, credential_id, sum(count)) from request_log group by request_id, credential_id
    `.execute(db)
    assert.deepEqual(
      rows.map(({ name }) => name.trim()).toSorted(),
      [
        `bind ${id}`,
        `smpp/${id}`,
        `smpp/${id}`,
        'webhook/1',
        `smpp ${id}`,
        `kannel 1 ${id}`,
        'kannel 1 1',
        'of-key 1 1',
        `of-smpp ${id} 1`,
        '1 12',
      ].toSorted(),
    )
  })
})
