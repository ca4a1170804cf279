import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'

const noon = new Date('2024-02-29T12:34:56.789Z')
const bytes = Buffer.from([0, 1, 127, 128, 255])

/** Expected results on both engines. */
const same: readonly (readonly [title: string, statement: RawBuilder<unknown>, answer: Record<string, unknown>])[] = [
  ['int8 is a number', sql`select 5::int8 as a, (-7)::int8 as b, null::int8 as c`, { a: 5, b: -7, c: null }],
  ['count(*) is a number', sql`select count(*) as a from generate_series(1, 3)`, { a: 3 }],
  [
    'the largest safe bigint passes both ways',
    sql`select ${Number.MAX_SAFE_INTEGER}::int8 as a`,
    { a: Number.MAX_SAFE_INTEGER },
  ],
  [
    'int8[] is numbers',
    sql`select array[1, null, 9007199254740991]::int8[] as a, '{}'::int8[] as b, null::int8[] as c`,
    { a: [1, null, 9007199254740991], b: [], c: null },
  ],
  [
    'int8[] may have two dimensions and other bounds',
    sql`select array[[1, 2], [3, 4]]::int8[] as a, '[0:1]={5,6}'::int8[] as b`,
    {
      a: [
        [1, 2],
        [3, 4],
      ],
      b: [5, 6],
    },
  ],
  ['an int8[] parameter is numbers', sql`select ${[1, null, 3]}::int8[] as a`, { a: [1, null, 3] }],
  [
    'small numbers are numbers',
    sql`select 1::int2 as a, 2::int4 as b, 1.5::float8 as c, ${[1, null]}::int[] as d`,
    { a: 1, b: 2, c: 1.5, d: [1, null] },
  ],
  [
    'numeric is a string, also in an array',
    sql`select 1.5000::numeric(18, 4) as a, array[0.1, null]::numeric[] as b`,
    { a: '1.5000', b: ['0.1', null] },
  ],
  [
    'numeric parameters are strings',
    sql`select ${'12345678901234.5678'}::numeric(18, 4) as a, ${['0.1000', null]}::numeric(18, 4)[] as b`,
    { a: '12345678901234.5678', b: ['0.1000', null] },
  ],
  [
    'date is text',
    sql`select date '2024-02-29' as a, array[date '2024-02-29', null] as b`,
    { a: '2024-02-29', b: ['2024-02-29', null] },
  ],
  [
    'interval is text',
    sql`select interval '1 day 02:03' as a, array[interval '5 s', null] as b`,
    { a: '1 day 02:03:00', b: ['00:00:05', null] },
  ],
  [
    'timestamp is text',
    sql`select timestamp '2024-02-29 12:00' as a, array[timestamp '2024-02-29 12:00'] as b`,
    { a: '2024-02-29 12:00:00', b: ['2024-02-29 12:00:00'] },
  ],
  [
    'timestamptz is a Date',
    sql`select timestamptz '2024-02-29 15:34:56.789+03' as a, array[timestamptz '2024-02-29 12:34:56.789+00', null] as b`,
    { a: noon, b: [noon, null] },
  ],
  [
    'timestamptz parameters are Dates',
    sql`select ${noon}::timestamptz as a, ${[noon, null]}::timestamptz[] as b`,
    { a: noon, b: [noon, null] },
  ],
  [
    'bytea is a Buffer both ways',
    sql`select ${bytes}::bytea as a, '\\x'::bytea as b, ${new Uint8Array([1, 2])}::bytea as c`,
    { a: bytes, b: Buffer.alloc(0), c: Buffer.from([1, 2]) },
  ],
  [
    'a bytea[] parameter is Buffers',
    sql`select ${[bytes, null, Buffer.alloc(0)]}::bytea[] as a`,
    { a: [bytes, null, Buffer.alloc(0)] },
  ],
  [
    'jsonb is parsed',
    sql`select '{"a": [1, "x", null]}'::jsonb as a, 'null'::jsonb as b, null::jsonb as c`,
    { a: { a: [1, 'x', null] }, b: null, c: null },
  ],
  [
    'a jsonb parameter is its text',
    sql`select ${JSON.stringify({ a: 'q"\\' })}::jsonb as a, ${JSON.stringify([1, 'b'])}::jsonb as b, ${JSON.stringify('c')}::jsonb as c`,
    { a: { a: 'q"\\' }, b: [1, 'b'], c: 'c' },
  ],
  [
    'a jsonb[] parameter is texts',
    sql`select ${[JSON.stringify({ a: 'q"\\,{}' }), JSON.stringify([1, 'b']), null]}::jsonb[] as a`,
    { a: [{ a: 'q"\\,{}' }, [1, 'b'], null] },
  ],
  [
    'a boolean[] parameter may have nulls',
    sql`select ${[true, null, false]}::boolean[] as a`,
    { a: [true, null, false] },
  ],
  [
    'an array parameter may be empty',
    sql`select ${[]}::text[] as a, ${[]}::int8[] as b, ${[]}::timestamptz[] as c`,
    { a: [], b: [], c: [] },
  ],
  ['null and undefined are null', sql`select ${null}::text as a, ${undefined}::int8 as b`, { a: null, b: null }],
  ['text keeps every character', sql`select ${'"\\\',{}\n\t ÄπС😀'}::text as a`, { a: '"\\\',{}\n\t ÄπС😀' }],
]

const texts = ['a"b', 'c\\d', 'e,f', '{g}', 'NULL', 'null', '', null, ' h ', '\n', "'", '😀', '\\', '"']

onBothEngines('engine parity', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`create table things (n int primary key)`.execute(test.db)
  })
  after(() => test.drop())

  for (const [title, statement, answer] of same) {
    it(title, async () => {
      const { rows } = await statement.execute(test.db)
      assert.deepEqual(rows, [answer])
    })
  }

  it('a text[] parameter keeps quotes, backslashes, commas, braces, NULL and empty strings', async () => {
    const { rows } =
      await sql`select ${texts}::text[] as all, x.* from unnest(${texts}::text[]) with ordinality as x(text, place) order by place`.execute(
        test.db,
      )
    assert.deepEqual(
      rows,
      texts.map((text, index) => ({ all: texts, text, place: index + 1 })),
    )
  })

  it('throws for a bigint over 2^53, and the next statement works', async () => {
    const over = { name: 'RangeError', message: /bigint out of range: -?9007199254740992/ }
    await assert.rejects(sql`select 9007199254740992::int8 as a`.execute(test.db), over)
    await assert.rejects(sql`select (-9007199254740992)::int8 as a, ${1}::int as b`.execute(test.db), over)
    await assert.rejects(sql`select array[1, 9007199254740992]::int8[] as a`.execute(test.db), over)
    assert.deepEqual((await sql`select 1 as a`.execute(test.db)).rows, [{ a: 1 }])
  })

  it('converts a Date to the same day in every time zone', async (context) => {
    const zone = process.env.TZ
    context.after(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })
    process.env.TZ = 'Pacific/Auckland'
    const { rows } =
      await sql`select ${noon}::date as day, ${noon}::timestamptz as same, ${[noon]}::timestamptz[] as all`.execute(
        test.db,
      )
    assert.deepEqual(rows, [{ day: '2024-02-29', same: noon, all: [noon] }])
  })

  const numbers = async () =>
    (await sql<{ n: number }>`select n from things order by n`.execute(test.db)).rows.map(({ n }) => n)

  it('returns the number of affected rows for changes only', async () => {
    const affected = async (statement: RawBuilder<unknown>) => (await statement.execute(test.db)).numAffectedRows
    assert.equal(await affected(sql`insert into things select generate_series(1, ${3}::int)`), 3n)
    assert.equal(await affected(sql`update things set n = n + 10 where n > ${1} returning n`), 2n)
    assert.equal(await affected(sql`with old as (select 1 as n) delete from things t using old where t.n = old.n`), 1n)
    assert.equal(await affected(sql`delete from things where n = 999`), 0n)
    assert.equal(await affected(sql`select n from things`), undefined)
    assert.equal(await affected(sql`select n from things where n > ${1}`), undefined)
    await sql`delete from things`.execute(test.db)
  })

  it('runs several statements without parameters and returns no rows', async () => {
    const result =
      await sql`insert into things values (1); insert into things values (2); select n from things`.execute(test.db)
    assert.deepEqual(result.rows, [])
    assert.equal(result.numAffectedRows, undefined)
    assert.deepEqual(await numbers(), [1, 2])
    await sql`delete from things`.execute(test.db)
  })

  it('runs several statements atomically', async () => {
    await assert.rejects(sql`insert into things values (1); insert into things values (1)`.execute(test.db), {
      code: '23505',
    })
    assert.deepEqual(await numbers(), [])
  })

  it('rejects several statements with parameters', async () => {
    await assert.rejects(sql`select ${1}::int; select 2`.execute(test.db), { code: '42601' })
  })

  it('sets SQLSTATE, constraint and table on errors', async () => {
    await sql`insert into things values (5)`.execute(test.db)
    await assert.rejects(sql`insert into things values (${5})`.execute(test.db), {
      code: '23505',
      constraint: 'things_pkey',
      table: 'things',
    })
    await assert.rejects(sql`select nothing from things`.execute(test.db), { code: '42703' })
    await sql`delete from things`.execute(test.db)
  })
})
