import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { shareWorld } from '../shared-world.ts'
import { type Answer, onOneEngine, sendBody, type World } from '../world.ts'

const invalidFormat = { code: 113, message: 'Invalid Request Format' }
const unsupported = { code: 415, message: 'Unsupported Media Type' }
const tooLarge = { code: 413, message: 'Request Body Is Too Large' }

const entry = { recipient_id: 1, dest_addr: '255712345678' }
const good = JSON.stringify(sendBody())
/** A valid body with an unknown field, as raw JSON. */
const withUnknown = (json: string) => `${good.slice(0, -1)},"unknown":${json}}`
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
/** A valid body with raw bytes in its message. */
const withBytes = (...bytes: readonly number[]) => {
  const [head = '', tail = ''] = good.split('Hello')
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)])
}

onOneEngine('POST /v1/send, with bad input', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const count = async () =>
    (
      await sql<{
        count: number
      }>`select (select count(*) from sms_requests) + (select count(*) from sms_messages) + (select count(*) from idempotency_keys) as count`.execute(
        world.db,
      )
    ).rows[0]?.count
  const post = (body: string | Buffer | undefined, headers: Record<string, string | undefined> = {}) =>
    world.request('POST', '/v1/send', { body, headers: { 'idempotency-key': 'bad', ...headers } })

  function assertAnswer({ status, body, headers }: Answer, expectedStatus: number, expected: unknown) {
    assert.deepEqual(body, expected)
    assert.equal(status, expectedStatus)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  }

  const malformed: readonly [title: string, body: string | Buffer][] = [
    ['nothing', ''],
    ['white space', ' \n\t'],
    ['words', 'hello'],
    ['half of an object', good.slice(0, -1)],
    ['an object and more', `${good}{}`],
    ['a trailing comma', good.replace(/}$/, ',}')],
    ['single quotes', good.replaceAll('"', "'")],
    ['a comment', `/* hello */${good}`],
    ['NaN', good.replace('"encoding":0', '"encoding":NaN')],
    ['a line break in a string', good.replace('Hello', 'Hel\nlo')],
    ['a form', 'source_addr=INFO&message=Hello&encoding=0'],
    ['XML', '<send><source_addr>INFO</source_addr></send>'],
    ['an array', `[${good}]`],
    ['an empty array', '[]'],
    ['a number', '42'],
    ['a string', JSON.stringify(good)],
    ['null', 'null'],
    ['true', 'true'],
    ['33 levels of lists', withUnknown(lists(32))],
    ['33 levels of objects', withUnknown(objects(32))],
    ['100,000 levels of lists', lists(100_000)],
    ['100,000 levels of objects', withUnknown(objects(100_000))],
    ['100,000 levels that never end', '['.repeat(100_000)],
    ['a NUL in the message', good.replace('Hello', 'Hel\\u0000lo')],
    ['a NUL in the sender', good.replace('INFO', 'INFO\\u0000')],
    ['a NUL in a number', good.replace('255712345678', '255712345678\\u0000')],
    ['a NUL in an unknown field', withUnknown('"\\u0000"')],
    [
      'a NUL that would make a text an integer',
      good.replace('"message"', '"x":9007199254740993,"y":"\\u00009007199254740993","message"'),
    ],
    ['a NUL in a key', good.replace('"message"', '"x\\u0000":1,"message"')],
    ['a NUL byte', Buffer.from(`${good}\0`)],
    ['a high surrogate alone', good.replace('Hello', 'Hel\\ud83dlo')],
    ['a low surrogate alone', good.replace('Hello', 'Hello\\ude00')],
    ['a lone surrogate in a job name', `${good.slice(0, -1)},"job_name":"\\ud83d"}`],
    ['a lone surrogate in a list', withUnknown('[[{"a":"\\udfff"}]]')],
    ['bytes that are no UTF-8', withBytes(0xff, 0xfe)],
    ['half of a character', withBytes(0xe2, 0x82)],
    ['a character written too long', withBytes(0xc0, 0xaf)],
    ['a surrogate in UTF-8', withBytes(0xed, 0xa0, 0xbd)],
    ['Latin-1', Buffer.from(good.replace('Hello', 'é'), 'latin1')],
    ['UTF-16', Buffer.from(good, 'utf16le')],
  ]
  it('answers 113 to a body that is not a JSON object, and stores nothing', async (test) => {
    const before = await count()
    for (const [title, body] of malformed)
      await test.test(title, async () => assertAnswer(await post(body), 400, invalidFormat))
    await test.test('no body at all', async () => assertAnswer(await post(undefined), 400, invalidFormat))
    assert.equal(await count(), before)
  })

  it('answers 415 to unsupported types, and stores nothing', async () => {
    const before = await count()
    const types = [
      undefined,
      'text/plain',
      'text/plain; charset=utf-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/jsonp',
      'nonsense',
      '*/*',
      '',
    ]
    for (const type of types) assertAnswer(await post(good, { 'content-type': type }), 415, unsupported)
    for (const coding of ['gzip', 'deflate', 'br'])
      assertAnswer(await post(gzipSync(good), { 'content-encoding': coding }), 415, unsupported)
    assert.equal(await count(), before)
  })

  it('accepts JSON in every spelling of its type, at the maximum depth, with any key', async () => {
    const fine = [
      withUnknown(lists(31)),
      withUnknown(objects(31)),
      withUnknown('{"__proto__":{"a":1},"constructor":{"prototype":1}}'),
      `${good.slice(0, -1)},"__proto__":{"message":5},"constructor":null,"toString":1}`,
      good.replace('Hello', '\\ud83d\\ude00'),
      ` \r\n${good}\n`,
    ]
    for (const body of fine)
      assert.equal((await world.request('POST', '/v1/send', { body })).status, 200, body.slice(0, 200))
    for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON']) {
      assert.equal(
        (await world.request('POST', '/v1/send', { body: good, headers: { 'content-type': type } })).status,
        200,
        type,
      )
    }
    assert.equal(({} as Record<string, unknown>).a, undefined)
  })

  it('ignores fields from a prototype', async () => {
    assertAnswer(await post(`{"__proto__":${good}}`), 400, {
      code: 104,
      message: 'Missing Required Parameter: source_addr',
    })
    assertAnswer(await post(`{"constructor":{"prototype":${good}}}`), 400, {
      code: 104,
      message: 'Missing Required Parameter: source_addr',
    })
    const inEntry = good.replace(
      '{"recipient_id":1,"dest_addr":"255712345678"}',
      '{"__proto__":{"recipient_id":1,"dest_addr":"255712345678"}}',
    )
    assertAnswer(await post(inEntry), 400, { code: 115, message: 'Destination Address Missing' })
  })

  it('answers 114 to 100,001 recipients', async () => {
    const before = await count()
    const recipients = Array.from({ length: 100_001 }, (_, index) => ({
      recipient_id: index,
      dest_addr: `2557${10_000_000 + index}`,
    }))
    assertAnswer(await world.send({ recipients }), 400, { code: 114, message: 'Recipients Exceed Maximum Of 100000' })
    assert.equal(await count(), before)
  })

  it('answers 413 to a body of 20 MiB, and reads one just below the limit', async () => {
    const before = await count()
    assertAnswer(await post(Buffer.alloc(20 << 20, ' ')), 413, tooLarge)
    assertAnswer(await post(Buffer.alloc((16 << 20) + 1, ' ')), 413, tooLarge)
    assertAnswer(await post(Buffer.alloc(16 << 20, ' ')), 400, invalidFormat)
    assert.equal(await count(), before)
  })

  describe('any types', () => {
    const codes = new Set([113, 104, 118, 119, 114, 115, 116, 109, 117, 112, 111])
    const values = [
      null,
      true,
      false,
      0,
      1,
      8,
      -1,
      1.5,
      1e300,
      2 ** 53,
      '',
      ' ',
      '0',
      'x',
      '255712345678',
      '2099-01-01 00:00',
      [],
      [0],
      [[]],
      [entry],
      {},
      { a: 1 },
      { length: 1 },
    ]

    async function assertChecked(answer: Answer, body: unknown) {
      const text = JSON.stringify(body)
      if (answer.status === 200)
        assert.equal(
          answer.body.total_validated,
          answer.body.valid + answer.body.invalid + answer.body.duplicates + answer.body.opted_out,
          text,
        )
      else {
        assert.equal(answer.status, 400, text)
        assert.deepEqual(Object.keys(answer.body), ['code', 'message'], text)
        assert.ok(codes.has(answer.body.code), `${answer.body.code} to ${text}`)
      }
    }

    it('validates every value in every field', async () => {
      const before = await count()
      const fields = ['source_addr', 'message', 'encoding', 'recipients', 'schedule_time', 'job_name', 'campaign_title']
      const bodies = [
        ...fields.flatMap((field) => values.map((value) => sendBody({ [field]: value }))),
        ...['recipient_id', 'dest_addr'].flatMap((field) =>
          values.map((value) => sendBody({ recipients: [{ ...entry, [field]: value }] })),
        ),
        ...values.map((value) => sendBody({ recipients: [entry, value] })),
      ]
      const answers = await Promise.all(bodies.map((body) => world.request('POST', '/v1/send', { body })))
      for (const [index, answer] of answers.entries()) await assertChecked(answer, bodies[index])
      const written = answers.reduce((sum, { status, body }) => sum + (status === 200 ? 1 + body.valid : 0), 0)
      assert.equal((await count()) ?? 0, (before ?? 0) + written, 'a rejected request stores nothing')
    })

    it('validates any JSON and any bytes', async () => {
      const any = fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 })
      const field = fc.oneof(any, fc.constantFrom(...values, 'INFO', 'Hello', '\0', '\ud83d'))
      const like = fc.record(
        {
          source_addr: field,
          message: field,
          encoding: field,
          recipients: fc.oneof(
            field,
            fc.array(fc.record({ recipient_id: field, dest_addr: field }, { requiredKeys: [] }), { maxLength: 4 }),
          ),
          schedule_time: field,
          job_name: field,
        },
        { requiredKeys: [] },
      )
      const near = fc
        .tuple(like, fc.subarray(Object.entries(sendBody())))
        .map(([wild, tame]) => ({ ...wild, ...Object.fromEntries(tame) }))
      await fc.assert(
        fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: near }, like, any), async (body) =>
          assertChecked(await world.request('POST', '/v1/send', { body: JSON.stringify(body) }), body),
        ),
        { numRuns: 150 },
      )
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) =>
          assertAnswer(await post(Buffer.from(bytes)), 400, invalidFormat),
        ),
        { numRuns: 30 },
      )
      assert.deepEqual(
        world.logs.filter((line) => line.includes('"fault"')),
        [],
      )
    })
  })
})
