import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { sealSecret } from '../src/modules/webhooks/secrets.ts'
import { command } from './console/people.ts'
import { addEndpoint } from './webhooks.ts'
import { basic, type EngineName, onOneEngine, openWorld, until, type World } from './world.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = ['README.md', ...globSync('docs/api/*.md', { cwd: root }).sort()]
const address = 'http://127.0.0.1:8080'

/** What is pasted, and what is printed under it. */
interface Example {
  readonly curl: string
  readonly answer: string
}

/** A block of code that begins with curl, and the next block of the page, which is its answer. */
function examplesIn(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text: text.trim() }))
  return blocks.flatMap(({ text: curl }, index) => {
    const next = blocks[index + 1]
    if (!curl.startsWith('curl ')) return []
    assert.ok(next?.language === 'json' || next?.language === 'http', `there is no answer under ${curl}`)
    return [{ curl, answer: next.text }]
  })
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly showsHeaders: boolean
}

/** As a shell and curl read it, as far as the pages use them; anything else fails here. */
function readCurl(curl: string): Call {
  const [, ...words] = [...curl.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|([^\s'"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const headers: Record<string, string> = {}
  let method: string | undefined
  let path: string | undefined
  let body: string | undefined
  let showsHeaders = false
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-i') showsHeaders = true
    else if (word === '-X') method = words.shift()
    else if (word === '-d') body = words.shift() ?? ''
    else if (word === '-u') {
      const [key = '', secret = ''] = words.shift()?.split(':') ?? []
      headers.authorization = basic(key, secret)
    } else if (word === '-H') {
      const [name = '', value = ''] = words.shift()?.split(': ') ?? []
      headers[name.toLowerCase()] = value
    } else {
      assert.ok(path === undefined && word.startsWith(`${address}/`), `${word} in ${curl}`)
      path = word.slice(address.length)
    }
  }
  assert.ok(path, `no address in ${curl}`)
  return { method: (method as Call['method'] | undefined) ?? (body === undefined ? 'GET' : 'POST'), path, headers, body, showsHeaders }
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Status and headers stand above the body when the example asks for them; without, it was answered with 200. */
function readAnswer(text: string, showsHeaders: boolean): Answered {
  if (!showsHeaders) return { status: 200, headers: {}, body: JSON.parse(text) }
  const [head = '', body = ''] = text.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const headers = lines.map((line) => line.split(/: (.*)/s, 2)).map(([name = '', value]) => [name.toLowerCase(), value])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: body === '' ? null : JSON.parse(body) }
}

/** Of the headers, those that the page shows. */
async function ask(world: World, { method, path, headers, body }: Call, shown: Answered): Promise<Answered> {
  const all = { host: new URL(address).host, authorization: undefined, 'content-type': undefined, ...headers }
  const answer = await world.request(method, path, { headers: all, ...(body === undefined ? {} : { body }) })
  const kept = Object.keys(shown.headers).map((name) => [name, answer.headers[name]])
  return { status: answer.status, headers: Object.fromEntries(kept), body: answer.body }
}

const isSame = (one: unknown, other: unknown) => {
  try {
    assert.deepEqual(one, other)
    return true
  } catch {
    return false
  }
}

/** When something was made is another time on every run; that it is a time is compared. */
const created = /(?<="(?:created|timestamp|last_message_at|chat_session_expiry)":")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=")/g

/** What is another on every run too: ids, which depend on the time between two sends, the address of a page, which depends on the secret, and random ones. */
const others = [/(?<="request_id":"|request_id=|"transaction_id":")\d+/g, /(?<=\/checkout\/)[0-9a-f]{32}/g, /(?<="pinId":")[0-9a-f-]{36}(?=")/g]

/** Ids of the page stand for those that were really given, each for one. Times stand for any. */
function createIds() {
  const given = new Map<string, string>()
  return {
    /** As the page would print it. */
    toPage(answer: Answered, shown: Answered): Answered {
      for (const pattern of others) {
        const printed = JSON.stringify(shown).match(pattern) ?? []
        for (const [index, real] of (JSON.stringify(answer).match(pattern) ?? []).entries()) if (!given.has(real)) given.set(real, printed[index] ?? real)
      }
      const times = JSON.stringify(shown.body).match(created) ?? []
      const text = JSON.stringify(answer.body).replace(created, (time) => times.shift() ?? time)
      const print = (from: string) => others.reduce((so, pattern) => so.replace(pattern, (real) => given.get(real) ?? real), from)
      return { ...answer, headers: JSON.parse(print(JSON.stringify(answer.headers))), body: JSON.parse(print(text)) }
    },
    fromPage(text: string) {
      const realOf = (printed: string) => [...given].find(([, one]) => one === printed)?.[0] ?? printed
      return others.reduce((so, pattern) => so.replace(pattern, realOf), text)
    },
  }
}

/** On a first run with the credentials of the pages, one page at a time and from top to bottom. */
function tryPage(engine: EngineName, page: string): void {
  describe(page, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, { config: { apiKey: 'demo', apiSecret: 'demo-secret' } })
    })
    after(() => world.close())

    const ids = createIds()
    const examples = examplesIn(readFileSync(`${root}/${page}`, 'utf8'))
    assert.ok(examples.length > 0, `there are no examples in ${page}`)
    for (const { curl, answer } of examples) {
      it(curl.replaceAll(/\s+/g, ' ').slice(0, 150), async () => {
        const read = readCurl(curl)
        const call = { ...read, path: ids.fromPage(read.path), body: read.body === undefined ? undefined : ids.fromPage(read.body) }
        const shown = readAnswer(answer, call.showsHeaders)
        // Reports, and what became of a transfer, are shown as they are a moment later. A send is made once, whatever comes of it.
        let got = ids.toPage(await ask(world, call, shown), shown)
        if (call.method === 'GET' || call.path === '/v1/transaction-status') {
          const asShown = async () => {
            got = ids.toPage(await ask(world, call, shown), shown)
            return isSame(got, shown)
          }
          await until('it is answered as shown', asShown, 10).catch(() => {})
        }
        assert.deepEqual(got, shown)
      })
    }
  })
}

onOneEngine('The examples of', (engine) => {
  for (const page of pages) tryPage(engine, page)
})

/** The receivers of the page about callbacks, each as a program of its own, called by a server. */
onOneEngine('The receivers of docs/api/callbacks.md', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const listen = ".listen(8090, '127.0.0.1')"
  const programs = [...readFileSync(`${root}/docs/api/callbacks.md`, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, text = '']) => text)
  assert.equal(programs.length, 2)
  for (const [index, program] of programs.entries()) {
    it(`take what is genuine and nothing else: ${index + 1}`, { timeout: 60_000 }, async (test) => {
      assert.ok(program.includes(listen))
      // On a port that is free, which it says. It starts before its endpoint is there, so the endpoint gets its secret.
      const code = program
        .replace(listen, ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })")
        .replaceAll('process.env.WEBHOOK_SECRET', 'process.argv[1]')
      const secret = `whsec_${Buffer.alloc(32, index + 1).toString('base64')}`
      const child = spawn(process.execPath, ['--input-type=module', '-e', code, secret], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 })
      test.after(() => child.kill('SIGKILL'))
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      await until('it listens', () => /^port \d+$/m.test(out))
      const url = `http://127.0.0.1:${/port (\d+)/.exec(out)?.[1]}/`
      const { id } = await addEndpoint(world, 'delivery-report', url)
      const attempts = async () => (await command(world, 'GET', `/accounts/1/webhooks/${id}/attempts`)).body.data
      await command(world, 'POST', `/accounts/1/webhooks/${id}/test`)
      await until('it was called with another secret', async () => (await attempts()).length === 1)
      assert.equal((await attempts())[0].status, 401)
      await sql`update webhook_endpoints set secret = ${sealSecret(world.app.sms.secrets, 1, secret)} where id = ${id}`.execute(world.db)
      const { eventId } = (await command(world, 'POST', `/accounts/1/webhooks/${id}/test`)).body
      await until('it was called with its own', () => out.includes(`evt_${eventId} {`))
      await until('that is written', async () => (await attempts()).length === 2)
      assert.equal((await attempts())[0].status, 204)
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)
    })
  }
})

describe('A page', () => {
  it('is read as a shell reads it', () => {
    assert.deepEqual(readCurl(`curl -i -u a:b ${address}/v1/send \\\n  -H 'X-One: 1' \\\n  -d '{"a":\n "b"}'`), {
      method: 'POST',
      path: '/v1/send',
      headers: { authorization: basic('a', 'b'), 'x-one': '1' },
      body: '{"a":\n "b"}',
      showsHeaders: true,
    })
    assert.equal(readCurl(`curl -X DELETE ${address}/v1/one`).method, 'DELETE')
    assert.throws(() => readCurl(`curl --silent ${address}/health`))
    assert.throws(() => readCurl('curl http://example.com/'))
  })

  it('has an answer under every curl', () => {
    assert.deepEqual(examplesIn('```\ncurl x\n```\n\nthen\n\n```json\n[]\n```\n'), [{ curl: 'curl x', answer: '[]' }])
    assert.throws(() => examplesIn('```\ncurl x\n```\n\n```\ncurl y\n```\n'))
  })
})
