import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { ago, cases, chat, entry, eventOf, inbound, limitDays, now, samples } from '../../test/retention-rows.ts'
import { onBothEngines, openTestDatabase, type TestDatabase, until } from '../../test/world.ts'
import { createLog } from '../engine/log.ts'
import { collect } from '../module.ts'
import type { RetentionRule, RulesContext } from '../modules/table-data/index.ts'
import { modules } from './modules.ts'

const log = createLog('silent')
const retentionRules = (ctx: RulesContext) => collect(modules, 'data').flatMap(({ rules }) => rules(ctx))

onBothEngines('retention rules', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`insert into accounts (id, name, created_at) values (1, 'one', ${now}), (2, 'two', ${now})`.execute(
      test.db,
    )
    await sql`
      insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('u', 'u', 'u', true, now(), now())
    `.execute(test.db)
  })
  after(() => test.drop())

  const ruleOf = (name: string): RetentionRule => {
    // New ones for each test, because they remember where old rows end.
    const rule = retentionRules({ db: test.db, log }).find((one) => one.name === name)
    assert.ok(rule, name)
    return rule
  }
  /** Removes all rows in steps of two. */
  async function removeAll(rule: RetentionRule, accountId: number | null): Promise<number> {
    const removal = { accountId, before: ago(limitDays) }
    let removed = 0
    for (let step = -1; step !== 0; removed += step) step = await rule.remove(removal, 2)
    return removed
  }

  for (const { name, samples: own = samples, insert, left, opens = true } of cases)
    it(`of ${name} remove finished old rows, by account or of all`, async () => {
      const rule = ruleOf(name)
      const rows = own.filter(({ open }) => opens || !open)
      // The oldest first, because ids grow with time.
      for (const sample of rows.toSorted((a, b) => b.days - a.days)) await insert(sample).execute(test.db)
      const labels = async () => (await left.execute(test.db)).rows.map(({ label }) => label).toSorted()
      const kept = opens ? ['open 1', 'recent 1'] : ['recent 1']
      const all = { accountId: null, before: ago(limitDays) }

      if (rule.scope === undefined) {
        assert.equal(await rule.count({ ...all, accountId: 1 }, 10), 2)
        assert.equal(await rule.count(all, 10), 3)
        assert.equal(await removeAll(rule, 1), 2)
        assert.deepEqual(await labels(), ['old 2', ...kept])
        assert.equal(await removeAll(rule, null), 1)
      } else {
        assert.equal(await rule.count(all, 10), 3)
        assert.equal(await rule.count(all, 2), 2)
        assert.equal(await removeAll(rule, null), 3)
      }
      assert.deepEqual(await labels(), kept)
      assert.equal(await rule.count(all, 10), 0)
      // Redacted rows of the same table would be counted by the next rule.
      await sql`delete from inbound_messages; delete from chat_messages; delete from conversations`.execute(test.db)
    })

  it('are all tested, and their names are unique', () => {
    // The rules for SMS have tests of their own.
    assert.deepEqual(
      retentionRules({ db: test.db, log })
        .map(({ name }) => name)
        .toSorted(),
      ['SMS messages and requests', 'SMS texts', ...cases.map(({ name }) => name)].toSorted(),
    )
  })

  it('keep late rows while there is an archive', async () => {
    await sql`insert into archive_state (id) values (gen_random_uuid())`.execute(test.db)
    for (const [name, table, source] of [
      ['Inbound messages', 'inbound_messages', 'inbound'],
      ['Chat messages', 'chat_messages', 'chat'],
      ['Airtime transfers', 'airtime_transfers', 'airtime'],
      ['Checkout sessions', 'checkout_sessions', 'checkout'],
      ['Payments', 'checkout_payments', 'payments'],
    ] as const) {
      const rule = ruleOf(name)
      await sql`delete from ${sql.id(table)}`.execute(test.db)
      await cases
        .find((one) => one.name === name)
        ?.insert({ label: 'late', account: 1, days: 200 })
        .execute(test.db)
      await sql`
        insert into archive_late (day, source, id) select '2020-01-01', ${source}, max(id) from ${sql.id(table)}
      `.execute(test.db)
      await sql`update archive_state set is_used = true`.execute(test.db)
      assert.deepEqual(
        [await rule.count({ accountId: 1, before: ago(limitDays) }, 1), await removeAll(rule, 1)],
        [0, 0],
      )
      await sql`update archive_state set is_used = false`.execute(test.db)
      assert.equal(await removeAll(rule, 1), 1)
    }
    await sql`delete from archive_late; delete from archive_state; delete from conversations`.execute(test.db)
  })

  it('leave no text in redacted rows', async () => {
    await inbound({ label: 'secret', account: 1, days: 50 }).execute(test.db)
    await chat({ label: 'secret', account: 1, days: 50 }).execute(test.db)
    for (const name of ['Inbound texts', 'Chat texts']) assert.equal(await removeAll(ruleOf(name), null), 1)
    const { rows } = await sql<{ text: string }>`
      select row_to_json(m)::text as text from inbound_messages m
       union all
      select row_to_json(m)::text from (select id, content, text_removed from chat_messages) m
    `.execute(test.db)
    assert.equal(rows.filter(({ text }) => !text.includes('secret')).length, 2)
    await sql`delete from chat_messages; delete from conversations`.execute(test.db)
  })

  it('keep a chat conversation that gets a message at the same time', async () => {
    const conversations = cases.find(({ name }) => name === 'Chat conversations')
    for (const label of ['quiet', 'busy'])
      await conversations?.insert({ label, account: 1, days: 400 }).execute(test.db)
    const stored = Promise.withResolvers<void>()
    const message = test.db.transaction(async (tx) => {
      // A message of a program leaves the conversation at its place in the inbox.
      await sql`
        with c as (update conversations set endpoint_id = 7 where phone = 'busy' returning id)
        insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at)
        select 1, id, 'out', 'sent', '{}', 'c', ${now}, ${now} from c
      `.execute(tx)
      stored.resolve()
      const locks = sql`select from pg_locks where not granted`
      if (engine === 'postgres') await until('it waits', async () => (await locks.execute(tx)).rows.length > 0)
    })
    await stored.promise
    const removed = removeAll(ruleOf('Chat conversations'), 1)
    await message
    assert.equal(await removed, 1)
    const { rows } = await sql`select phone from conversations`.execute(test.db)
    assert.deepEqual(rows, [{ phone: 'busy' }])
    await sql`delete from chat_messages; delete from conversations`.execute(test.db)
  })

  it('remove events with texts only of inbound messages and chats', async () => {
    await sql`delete from webhook_events`.execute(test.db)
    for (const kind of ['airtime', 'checkout', 'delivery-report', 'inbound-sms', 'chat'])
      await eventOf(kind)({ label: 'x', account: 1, days: 50 }).execute(test.db)
    assert.equal(await removeAll(ruleOf('Webhook events with texts'), null), 2)
    const { rows } = await sql<{ body: string }>`select body from webhook_events order by body`.execute(test.db)
    assert.deepEqual(
      rows.map(({ body }) => body),
      ['airtime x', 'checkout x', 'delivery-report x'],
    )
  })

  it('remove the report of an import in steps, before the import', async () => {
    await sql`
      with i as (
        insert into contact_imports (account_id, book_id, file_name, status, columns, bytes, rows_total, rows_done, added, updated, invalid, created_at, finished_at)
        values (1, 1, 'large', 'done', '[]', 0, 5, 5, 5, 0, 0, ${ago(50)}, ${ago(50)})
        returning id
      )
      insert into contact_import_rows (import_id, account_id, row, outcome, phone) select id, 1, n, 'added', '' from i, generate_series(1, 5) n
    `.execute(test.db)
    const rule = ruleOf('Contact imports')
    const removal = { accountId: 1, before: ago(limitDays) }
    assert.equal(await rule.count(removal, 100), 6)
    assert.deepEqual(
      [await rule.remove(removal, 4), await rule.remove(removal, 4), await rule.remove(removal, 4)],
      [4, 2, 0],
    )
  })

  it('remove the codes of links in steps, and links when their campaign ended long ago', async () => {
    await sql`delete from links; delete from campaigns`.execute(test.db)
    await sql`
      with c as (
        insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, created_at, ended_at)
        select 1, '', 'done', '', '', '{}', '{}', 1, ${ago(60)}, e from unnest(${[ago(50), ago(30)]}::timestamptz[]) e
        returning id
      ),
      l as (
        insert into links (account_id, campaign_id, place, url, created_at) select 1, id, 0, '', ${ago(60)} from c returning id
      )
      insert into link_codes (code, link_id) select 10 * id + n, id from l, generate_series(1, 5) n
    `.execute(test.db)
    const rule = ruleOf('Short links')
    const removal = { accountId: 1, before: ago(limitDays) }
    assert.equal(await rule.count(removal, 100), 6)
    assert.deepEqual(
      [await rule.remove(removal, 4), await rule.remove(removal, 4), await rule.remove(removal, 4)],
      [4, 2, 0],
    )
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from links l join link_codes c on c.link_id = l.id
    `.execute(test.db)
    assert.deepEqual(rows, [{ count: 5 }])
  })

  it('keep links while a resend of their campaign, or a resend of that, is open or ended recently', async () => {
    await sql`delete from links; delete from campaigns`.execute(test.db)
    // Each of the first campaigns has a resend, which was sent again.
    const resends: readonly (readonly [url: string, status: string, endedAt: Date | null])[] = [
      ['ended', 'done', ago(50)],
      ['ended recently', 'done', ago(30)],
      ['sending', 'sending', null],
      ['scheduled', 'scheduled', null],
    ]
    for (const [url, status, endedAt] of resends)
      for (const depth of [1, 2]) {
        const { rows } = await sql<{ id: number }>`
          with c as (
            insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, created_at, ended_at)
            values (1, '', 'done', '', '', '{}', '{}', 1, ${ago(60)}, ${ago(60)})
            returning id
          )
          insert into links (account_id, campaign_id, place, url, created_at)
          select 1, id, 0, ${`${url} ${depth}`}, ${ago(60)} from c
          returning campaign_id as id
        `.execute(test.db)
        let id = rows[0]?.id
        for (let place = 1; place <= depth; place += 1) {
          const isLast = place === depth
          const { rows: resent } = await sql<{ id: number }>`
            insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, resends, created_at, ended_at)
            values (1, '', ${isLast ? status : 'done'}, '', '', '{}', '{}', 1, ${id}, ${ago(55)}, ${isLast ? endedAt : ago(55)})
            returning id
          `.execute(test.db)
          id = resent[0]?.id
        }
      }
    const rule = ruleOf('Short links')
    assert.equal(await rule.count({ accountId: null, before: ago(limitDays) }, 10), 2)
    assert.equal(await removeAll(rule, 1), 2)
    const { rows } = await sql<{ url: string }>`select url from links order by id`.execute(test.db)
    assert.deepEqual(
      rows.map(({ url }) => url),
      resends.slice(1).flatMap(([url]) => [`${url} 1`, `${url} 2`]),
    )
  })

  it('remove the old file of a draft, which then names no file', async () => {
    await sql`delete from campaign_files; delete from campaigns`.execute(test.db)
    for (const [name, account, status, days] of [
      ['old draft', 1, 'draft', 50],
      ['recent draft', 1, 'draft', 30],
      ['old draft of another', 2, 'draft', 50],
      ['scheduled', 1, 'scheduled', 50],
    ] as const)
      await sql`
        with c as (
          insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, created_at, file_upload, file_name, file_columns, file_rows, file_invalid)
          values (${account}, ${name}, ${status}, '', '', '{}', '{}', 1, ${ago(60)}, gen_random_uuid(), 'a.csv', '{name}', 5, 1)
          returning id, file_upload
        )
        insert into campaign_files (upload, place, account_id, campaign_id, rows, created_at)
        select file_upload, place, ${account}, id, '[["255713000777"]]', ${ago(days)} from c, generate_series(0, 4) place
      `.execute(test.db)
    const rule = ruleOf('Uploaded recipients')
    const removal = { accountId: 1, before: ago(limitDays) }
    const list = async () => {
      const { rows } = await sql<{ values: readonly unknown[] }>`
        select jsonb_build_array(name, file_upload is not null, file_name, file_columns, file_rows, file_invalid,
                                 (select count(*) from campaign_files f where f.campaign_id = c.id)) as values
          from campaigns c
         order by id
      `.execute(test.db)
      return rows.map(({ values }) => values)
    }
    const kept = [true, 'a.csv', ['name'], 5, 1, 5]
    const cleared = [false, null, null, 0, 0]
    assert.equal(await rule.count(removal, 100), 5)
    // Also before the last step.
    assert.equal(await rule.remove(removal, 4), 4)
    const [old, ...others] = await list()
    assert.deepEqual(old, ['old draft', ...cleared, 1])
    assert.deepEqual(others, [
      ['recent draft', ...kept],
      ['old draft of another', ...kept],
      ['scheduled', ...kept],
    ])
    assert.equal(await removeAll(rule, null), 6)
    assert.deepEqual(await list(), [
      ['old draft', ...cleared, 0],
      ['recent draft', ...kept],
      ['old draft of another', ...cleared, 0],
      ['scheduled', ...kept],
    ])
  })

  it('keep audit entries of the last 30 days, even if the clock of staging is moved', async () => {
    const before = new Date(now.getTime() + 900 * 86_400_000)
    const rule = ruleOf('Audit entries')
    await sql`delete from audit_entries`.execute(test.db)
    await entry({ label: 'young', account: 1, days: 29 }).execute(test.db)
    await entry({ label: 'old', account: 1, days: 31 }).execute(test.db)
    assert.equal(await rule.remove({ accountId: null, before }, 10), 1)
  })
})
