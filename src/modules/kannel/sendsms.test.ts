import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { accepted, type Change, goodRequest, recorded, recordedPosts } from '../../../test/kannel-recorded.ts'
import { apiKey, apiSecret, onOneEngine, openWorld, type World } from '../../../test/world.ts'

const good = { username: apiKey, password: apiSecret, ...goodRequest }

const write = (values: Change) =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join('&')

onOneEngine('Kannel requests', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { callbackLoopback: false } })
  })
  after(() => world.close())

  const inject = async (options: InjectOptions) => {
    const { statusCode, body, headers } = await world.app.http.inject(options)
    return { answer: [statusCode, body], headers }
  }
  const get = (change: Change) => inject({ method: 'GET', url: `/cgi-bin/sendsms?${write({ ...good, ...change })}` })

  /** The last request that was stored. */
  async function findLast() {
    const { rows } = await sql<Record<string, unknown>>`
      select r.sender, r.text, r.encoding, r.segments, r.job_name, r.wire, r.origin, r.valid, r.duplicates,
             extract(epoch from r.due_at - r.created_at)::integer as wait, extract(epoch from r.valid_until - r.due_at)::integer as seconds
        from sms_requests r
       order by r.id desc
       limit 1
    `.execute(world.db)
    return rows[0] ?? {}
  }

  it('get the recorded answers of Kannel', async () => {
    for (const [change, answer] of recorded)
      assert.deepEqual((await get(change)).answer, answer, JSON.stringify(change))
  })

  it('get the recorded answers of Kannel for X-Kannel headers', async () => {
    for (const [change, answer] of recordedPosts) {
      const { type, ...values } = { ...good, type: 'text/plain', ...change }
      const headers: Record<string, string> = type === null ? {} : { 'content-type': type }
      for (const [name, value] of Object.entries(values))
        if (value !== null && name !== 'text') headers[`x-kannel-${name}`] = value
      const given = await inject({ method: 'POST', url: '/cgi-bin/sendsms', headers, payload: Buffer.from('Hello') })
      assert.deepEqual(given.answer, answer, JSON.stringify(change))
    }
  })

  it('answer in the form of Kannel, with our reason in a header', async () => {
    const { headers } = await get({})
    const { 'content-type': type, pragma, 'cache-control': cache } = headers
    assert.deepEqual([type, pragma, cache], ['text/html', 'no-cache', 'no-cache'])
    const refused = await get({ mclass: '4' })
    assert.equal(refused.headers['content-type'], 'text/html')
    assert.equal(refused.headers['ngoma-hint'], 'mclass must be from 0 to 3')
  })

  it('are refused in the style of Kannel where Kannel would send something else, or nothing', async () => {
    for (const [change, answer] of [
      [{ text: null }, [400, 'Empty text not allowed, rejected']],
      [{ text: '' }, [400, 'Empty text not allowed, rejected']],
      [{ text: '%00' }, [400, 'Charset or body misformed, rejected']],
      [{ text: '%FF%FE%FD', charset: 'UTF-8' }, [400, 'Charset or body misformed, rejected']],
      [{ text: '%04', coding: '2' }, [400, 'Charset or body misformed, rejected']],
      [{ from: 'NOBODY' }, [400, 'Sender not allowed, rejected']],
      [{ from: '%00%01' }, [400, 'Sender not allowed, rejected']],
      [{ to: '12' }, [400, 'Number(s) has/have been denied by white- and/or black-lists.']],
      [{ to: '%00' }, [400, 'Number(s) has/have been denied by white- and/or black-lists.']],
      [{ udh: `%05%00%03%01%02%01`, text: 'a'.repeat(135) }, [400, 'Text is too long, rejected']],
      [{ account: '%00' }, [400, 'Account field misformed or too long, rejected']],
      [{ username: '%00' }, [403, 'Authorization failed for sendsms']],
      [{ 'dlr-url': 'http://example.com/' }, [400, 'DLR-URL field misformed, rejected']],
      [{ 'dlr-url': 'https://10.0.0.1/' }, [400, 'DLR-URL field misformed, rejected']],
      [{ 'dlr-url': `https://example.com/${'a'.repeat(2_048)}` }, [400, 'DLR-URL field misformed, rejected']],
    ] as const)
      assert.deepEqual((await get(change)).answer, answer, JSON.stringify(change))
  })

  it('are accepted as forms, and as empty posts with a query string', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = '/cgi-bin/sendsms'
    assert.deepEqual((await inject({ method: 'POST', url, headers, payload: write(good) })).answer, accepted)
    const { username, password, ...rest } = good
    const query = `${url}?${write({ username: username ?? '', password: password ?? '' })}`
    assert.deepEqual((await inject({ method: 'POST', url: query, headers, payload: write(rest) })).answer, accepted)
    assert.deepEqual((await inject({ method: 'POST', url: `${url}?${write(good)}` })).answer, accepted)
    assert.equal((await inject({ method: 'HEAD', url: `${url}?${write(good)}` })).answer[0], 405)
  })

  it('become requests like those of the API', async () => {
    const storedAs = async (change: Change) => {
      assert.deepEqual((await get(change)).answer, accepted)
      return findLast()
    }
    const cases: readonly (readonly [Change, Record<string, unknown>])[] = [
      [{}, { sender: 'INFO', text: 'Hello', encoding: 'gsm', segments: 1, wire: null, wait: 0, seconds: 259_200 }],
      [{ to: '%2B255712345678+00255712345678' }, { valid: 1, duplicates: 1 }],
      [{ text: 'caf%E9' }, { text: 'café', encoding: 'gsm' }],
      [{ text: 'caf%C3%A9' }, { text: 'café' }],
      [
        { text: '%CF%F0', charset: 'windows-1251' },
        { text: 'Пр', encoding: 'ucs2' },
      ],
      [
        { text: '%04%1F%04%40', coding: '2' },
        { text: 'Пр', encoding: 'ucs2' },
      ],
      [
        { coding: '2', charset: 'UTF-8' },
        { text: 'Hello', encoding: 'ucs2' },
      ],
      [{ text: 'a'.repeat(161) }, { segments: 2 }],
      [{ mclass: '0', priority: '3', pid: '127' }, { wire: { messageClass: 0, priority: 3, protocolId: 127 } }],
      [
        { coding: '1', text: '%00%FF' },
        { text: '00ff', wire: { binary: { dataCoding: 4, hasHeader: false } } },
      ],
      [
        { udh: '%06%05%04%15%8A%00%00', text: '%01', mclass: '1' },
        { text: '060504158a000001', wire: { binary: { dataCoding: 21, hasHeader: true } } },
      ],
      [
        { udh: '%04%01%02%C0%01', text: '@a', coding: '0' },
        { text: '040102c0010061', wire: { binary: { dataCoding: 0, hasHeader: true, isSeptets: true } } },
      ],
      [{ coding: '1', text: '%AA'.repeat(150) }, { segments: 2 }],
      [{ validity: '10' }, { seconds: 600 }],
      [{ validity: '0' }, { seconds: 60 }],
      [{ validity: '99999999999' }, { seconds: 259_200 }],
      [
        { deferred: '10', validity: '30' },
        { wait: 600, seconds: 1_200 },
      ],
      [{ account: 'shop+1' }, { job_name: 'shop 1' }],
      [{ 'dlr-mask': '31' }, { origin: { kind: 'kannel', id: 1, reports: 0, detail: null } }],
    ]
    for (const [change, expected] of cases) {
      const stored = await storedAs(change)
      const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, stored[name]]))
      assert.deepEqual(shown, expected, JSON.stringify(change))
    }
  })
})
