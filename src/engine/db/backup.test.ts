import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  asLines,
  bareDatabase,
  contentsOf,
  fillSmallSchema,
  linesOf,
  migratedDatabase,
  openScope,
  type Scope,
  schemaOf,
  smallDatabase,
  writeSmallSchema,
} from '../../../test/backups.ts'
import { type EngineName, openWorld, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import { migrationsDirectory, seededTables } from '../../migrations.ts'
import { partitionSize } from './ids.ts'
import { dump, type Progress, restore } from './index.ts'

/** All column types that a later version may use, and two tables with circular references. */
const nasty = {
  '9001_nasty.sql': `
    create domain shouted as text check (value = upper(value));
    create type pair as (a int, b text);
    create table "Nasty ""table""" (
      id bigint generated always as identity (start with 10) primary key,
      parent_id bigint references "Nasty ""table""" (id),
      "the Text" text,
      amount numeric(18, 4),
      any_amount numeric,
      big bigint,
      small smallint,
      float float8,
      bytes bytea,
      structured jsonb,
      verbatim json,
      several jsonb[],
      texts text[],
      numbers bigint[],
      at timestamptz,
      local_at timestamp,
      day date,
      took interval,
      uuid uuid,
      loud shouted,
      pair pair,
      twice int generated always as (small::int * 2) stored
    );
    create table a_child (id serial primary key, nasty_id bigint not null references "Nasty ""table""" (id), note text);
    alter table "Nasty ""table""" add column child_id int references a_child (id);
    create table z_seen (nasty_id bigint);
    create function note_nasty() returns trigger language plpgsql as $$ begin insert into z_seen values (new.id); return new; end $$;
    create trigger nasty_noted after insert on "Nasty ""table""" for each row execute function note_nasty();
  `,
}

const insertNasty = sql.raw(String.raw`
  insert into "Nasty ""table""" (
    "the Text", amount, any_amount, big, small, float, bytes, structured, verbatim, several, texts, numbers, at, local_at, day, took, uuid, loud, pair
  )
  values
    (e'line\nbreak\r\ttab "quotes" ''single'' \\backslash\\ \\n \u2028\u2029 \U0001F941\uFEFF \u0001 {"ngoma":"end"}', 12345678901234.5678,
     0.1000000000000000000000000000000000000000000000001, 9223372036854775807, -32768, 0.1::float8 + 0.2, '\x0001ff5c0a', 'null', e'{"a" :\n 1.10, "a": 2}',
     array['null', null, '"x"']::jsonb[], array['', 'null', null, 'a"b\c,{}'], array[1, null, -9223372036854775808]::bigint[],
     '9999-12-31 23:59:59.999999+00', '2024-02-29 12:34:56.000001', '0044-03-15 BC', '1 year 2 mons -3 days 04:05:06.000007',
     '123e4567-e89b-12d3-a456-426614174000', 'LOUD', row(1, e'x,"\n')),
    (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    ('', 0.0000, 'NaN', 0, 0, '-Infinity', '', '{"n": 1.000000000000000000000001, "b": 1e30, "u": "\u2028 é \\u0001"}', 'null', '{}', '{}', '{{1,2},{3,4}}',
     'infinity', '-infinity', 'infinity', '0', '00000000-0000-0000-0000-000000000000', '', row(null, null)),
    (repeat('ab', 1500000), -0.0001, '1e100', 1, 1, 1e-300, decode(repeat('00ff', 100000), 'hex'), '[]', '[]', null, null, null,
     '0001-01-01 00:00:00 BC', '294276-12-31 23:59:59.999999', '5874897-12-31', '-178000000 years', null, null, null)
`)

/** A small schema with all column types, forward references and sequences ahead of their rows. */
async function openSource(scope: Scope, engine: EngineName, directory: string): Promise<TestDatabase> {
  const source = await smallDatabase(scope, engine, directory)
  const { db } = source
  await fillSmallSchema(db)
  await sql`update id_blocks set next_id = ${partitionSize * 3 + 5} where name = 'sms_messages'`.execute(db)
  await insertNasty.execute(db)
  await sql`
    insert into a_child (nasty_id) values (11);
    update "Nasty ""table""" set parent_id = id + 1, child_id = 1 where id < 13;
    insert into a_child (nasty_id) values (12);
    delete from a_child where id = 2
  `.execute(db)
  return source
}

const engines = ['embedded', 'postgres'] as const
const skip = (engine: EngineName) => engine === 'postgres' && postgresUrl === null && 'PostgreSQL is not installed'

for (const from of engines) {
  describe(`a backup of ${from}`, { skip: skip(from) }, () => {
    let source: TestDatabase
    let lines: string[]
    let directory: string
    const progress: Progress[] = []
    const scope = openScope()
    before(async () => {
      directory = writeSmallSchema(scope, nasty)
      source = await openSource(scope, from, directory)
      lines = await linesOf(dump(source.db, { onProgress: (step) => progress.push(step) }))
    })

    after(() => scope.close())

    it('consists of JSON lines: a header, tables with parents first, and an end', async () => {
      const values = lines.map((line) => JSON.parse(line))
      assert.deepEqual(Object.keys(values[0]), ['ngoma', 'format', 'migrations', 'engine', 'time'])
      assert.equal(values[0].engine, from)
      assert.match(values[0].time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
      assert.deepEqual(values[0].migrations.at(-1), '9001_nasty')

      const tables = values.filter((value) => value.ngoma === 'table').map(({ name }) => name)
      assert.ok(tables.indexOf('accounts') < tables.indexOf('senders'))
      assert.ok(!tables.some((name) => /^sms_messages_p|^ngoma_migrations/.test(name)))
      const { rows } = values.at(-1)
      assert.deepEqual(Object.keys(rows), tables)
      assert.equal(rows.sms_messages, 4)
      assert.equal(lines.length, 2 + tables.length + Object.values<number>(rows).reduce((sum, count) => sum + count, 0))
      assert.deepEqual(progress.at(-1)?.rows, lines.length - 2 - tables.length)
    })

    for (const to of engines) {
      it(`restores into ${to} with every row, digit and constraint`, { skip: skip(to) }, async (context) => {
        const target = await bareDatabase(context, to)
        const seen: Progress[] = []
        const restored = await restore(target.db, asLines(lines), {
          migrationsDirectory: directory,
          seeded: ['id_blocks'],
          onProgress: (step) => seen.push(step),
        })
        assert.deepEqual(await contentsOf(target.db), await contentsOf(source.db))
        assert.deepEqual(await schemaOf(target.db), await schemaOf(source.db))
        assert.deepEqual(restored.rows, JSON.parse(lines.at(-1) ?? '').rows)
        assert.deepEqual(restored.migrated, [])
        assert.equal(restored.header.engine, from)
        assert.equal(seen.at(-1)?.rows, progress.at(-1)?.rows)
        // A backup of the restored database is identical.
        const again = await linesOf(dump(target.db))
        assert.deepEqual(
          again
            .slice(1, -1)
            .filter((line) => !line.startsWith('{"ngoma"'))
            .sort(),
          lines
            .slice(1, -1)
            .filter((line) => !line.startsWith('{"ngoma"'))
            .sort(),
        )

        const { rows } = await sql`insert into a_child (nasty_id) values (11) returning id`.execute(target.db)
        assert.deepEqual(rows, [{ id: 3 }], 'the number of a row that is gone is not given out again')
        const next = await sql`insert into "Nasty ""table""" (small) values (21) returning id, twice`.execute(target.db)
        assert.deepEqual(next.rows, [{ id: 14, twice: 42 }])
        assert.deepEqual(
          (await sql`select nasty_id from z_seen where nasty_id = 14`.execute(target.db)).rows.length,
          1,
          'triggers work again',
        )
        await assert.rejects(sql`insert into a_child (nasty_id) values (99)`.execute(target.db), { code: '23503' })
      })
    }

    const other = engines.find((engine) => engine !== from && skip(engine) === false) ?? from
    it(`restores all tables into ${other}, which continues the pending work`, async (context) => {
      const full = await openFull(context, from)
      // Creating the schema takes the embedded engine much longer than loading the rows.
      const target = await (other === 'embedded' ? migratedDatabase : bareDatabase)(context, other)
      await restore(target.db, dump(full.db), { migrationsDirectory, seeded: seededTables })
      assert.deepEqual(await contentsOf(target.db), await contentsOf(full.db))
      assert.deepEqual(await schemaOf(target.db), await schemaOf(full.db))
      const world = await openWorld(other, { database: target })
      try {
        assert.equal(world.app.first, null)
        const { status, body } = await world.send()
        assert.equal(status, 200)
        await until(
          'it is delivered',
          async () => (await world.statuses(String(body.request_id))).get('255712345678') === 'DELIVERED',
        )
      } finally {
        await world.close()
      }
      // The next block of ids lies in a partition without rows.
      const { rows } = await sql<{ id: number }>`select max(id) as id from sms_messages`.execute(target.db)
      assert.equal(Math.floor((rows[0]?.id ?? 0) / partitionSize), 2)
    })
  })
}

/** A database with traffic, a scheduled message and a new partition ahead, without running workers. */
async function openFull(scope: Scope, engine: EngineName): Promise<TestDatabase> {
  const source = await migratedDatabase(scope, engine)
  const world = await openWorld(engine, { database: source })
  for (let count = 1; count <= 5; count += 1) {
    const recipients = Array.from({ length: count * 7 }, (_, index) => ({
      recipient_id: index,
      dest_addr: `25571234${count}${100 + index}`,
    }))
    const { body } = await world.send({ recipients }, { 'idempotency-key': `key ${count}` })
    await until('all are delivered', async () =>
      [...(await world.statuses(String(body.request_id))).values()].every((status) => status === 'DELIVERED'),
    )
  }
  await world.send({ message: 'later', schedule_time: '2099-01-01 00:00' })
  await world.close()
  await sql`update id_blocks set next_id = ${partitionSize * 2} where name = 'sms_messages'`.execute(source.db)
  return source
}
