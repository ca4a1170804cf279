import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { listenControl } from '../src/engine/http/index.ts'
import { sealSecret } from '../src/modules/webhooks/secrets.ts'
import { consolePage, consolePageWithTable } from './account-tables.ts'
import { run } from './commands/program.ts'
import { command } from './console/people.ts'
import { slowness } from './pace.ts'
import {
  type Answered,
  address,
  type Call,
  createIds,
  examplesIn,
  readAnswer,
  readCurl,
  stepsIn,
  type Typed,
  wordsIn,
} from './pages.ts'
import { addEndpoint } from './webhooks.ts'
import { basic, type EngineName, onOneEngine, openWorld, until, type World } from './world.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [
  'README.md',
  'docs/clients.md',
  'docs/quick-starts/curl.md',
  'docs/guides/phone-numbers.md',
  'docs/guides/receive.md',
  'docs/guides/send.md',
  'docs/guides/verify-a-phone.md',
  ...globSync('docs/api/*.md', { cwd: root }).sort(),
]

/** Answers with only the headers that the page shows. */
async function ask(
  world: World,
  { method, path, headers, body, showsHeaders }: Call,
  shown: Answered,
): Promise<Answered> {
  const all = { host: new URL(address).host, authorization: undefined, 'content-type': undefined, ...headers }
  const answer = await world.request(method, path, { headers: all, body })
  const kept = Object.keys(shown.headers).map((name) => [name, answer.headers[name]])
  // Without headers, a page does not show which status of a success it is.
  const status = !showsHeaders && answer.status < 300 ? shown.status : answer.status
  return { status, headers: Object.fromEntries(kept), body: answer.body }
}

const isSame = (one: unknown, other: unknown) => {
  try {
    assert.deepEqual(one, other)
    return true
  } catch {
    return false
  }
}

const times = /\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? GMT/g

/** Runs commands as separate processes against the control socket of the world. */
async function type(test: TestContext, { app }: World, { lines, output }: Typed): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-docs-'))
  await app.http.ready()
  const control = await listenControl(app.http, directory, app.controlHeaders, 'embedded')
  test.after(async () => {
    await control.close()
    rmSync(directory, { recursive: true, force: true })
  })
  let printed = ''
  for (const line of lines) {
    const [npx, ngoma, ...words] = wordsIn(line)
    assert.deepEqual([npx, ngoma], ['npx', 'ngoma'], line)
    const { code, out, err } = await run(words, { NGOMA_DATA: directory })
    assert.deepEqual({ code, err }, { code: 0, err: '' }, line)
    printed = out.trimEnd()
  }
  if (output !== null) assert.equal(printed.replaceAll(times, ''), output.replaceAll(times, ''))
}

/** Runs the examples of a page from top to bottom on a new server with the credentials of the pages. */
function tryPage(engine: EngineName, page: string): void {
  describe(page, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, { config: { apiKey: 'demo', apiSecret: 'demo-secret' } })
    })
    after(() => world.close())

    const ids = createIds()
    const text = readFileSync(`${root}/${page}`, 'utf8')
    assert.ok(examplesIn(text).length > 0, `${page} has no examples`)
    for (const step of stepsIn(text)) {
      if ('lines' in step) {
        it(step.lines.join('; ').slice(0, 150), (test) => type(test, world, step))
        continue
      }
      const { curl, answer } = step
      it(curl.replaceAll(/\s+/g, ' ').slice(0, 150), async () => {
        const read = readCurl(curl)
        const call = {
          ...read,
          path: ids.fromPage(read.path),
          body: read.body === undefined ? undefined : ids.fromPage(read.body),
        }
        const shown = readAnswer(answer, call.showsHeaders)
        // Pages show reports and transfers in their final state, so reads are repeated. Other requests are sent once.
        let got = ids.toPage(await ask(world, call, shown), shown)
        if (call.method === 'GET' || call.path === '/v1/transaction-status') {
          const asShown = async () => {
            got = ids.toPage(await ask(world, call, shown), shown)
            return isSame(got, shown)
          }
          await until('the answer matches the page', asShown).catch(() => {})
        }
        assert.deepEqual(got, shown)
      })
    }
  })
}

onOneEngine('documentation examples', (engine) => {
  for (const page of pages) tryPage(engine, page)
})

/** Runs each receiver of the page as a separate process and sends callbacks to it. */
onOneEngine('callback receivers in docs/api/callbacks.md', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const listen = ".listen(8090, '127.0.0.1')"
  const programs = [...readFileSync(`${root}/docs/api/callbacks.md`, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  )
  assert.equal(programs.length, 2)
  it('do not start without a secret', () => {
    for (const program of programs) {
      for (const secret of ['', 'whsec_']) {
        const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
          cwd: root,
          env: { WEBHOOK_SECRET: secret },
          timeout: 20_000 * slowness,
        })
        assert.equal(status, 1)
        assert.match(String(stderr), /secret/i)
      }
    }
  })

  for (const [index, program] of programs.entries()) {
    it(`accept only correctly signed callbacks (receiver ${index + 1})`, async (test) => {
      assert.ok(program.includes(listen))
      // Uses a free port and prints it. It starts before its endpoint exists, so the endpoint gets the secret later.
      const code = program
        .replace(listen, ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })")
        .replaceAll('process.env.WEBHOOK_SECRET', 'process.argv[1]')
      const secret = `whsec_${Buffer.alloc(32, index + 1).toString('base64')}`
      const child = spawn(process.execPath, ['--input-type=module', '-e', code, secret], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: 60_000 * slowness,
      })
      test.after(() => child.kill('SIGKILL'))
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      await until('the receiver listens', () => /^port \d+$/m.test(out))
      const url = `http://127.0.0.1:${/port (\d+)/.exec(out)?.[1]}/`
      const { id } = await addEndpoint(world, 'delivery-report', url)
      /** Latest first, including retries. */
      const statusesOf = async (event: number) =>
        (await command(world, 'GET', `/accounts/1/webhooks/${id}/attempts?event=${event}`)).body.data.map(
          ({ status }: { status: number }) => status,
        )
      const { eventId: refused } = (await command(world, 'POST', `/accounts/1/webhooks/${id}/test`)).body
      await until('a callback with another secret is attempted', async () => (await statusesOf(refused)).length > 0)
      assert.equal((await statusesOf(refused)).at(-1), 401)
      await sql`update webhook_endpoints set secret = ${sealSecret(world.app.sms.secrets, 1, secret)} where id = ${id}`.execute(
        world.db,
      )
      const { eventId } = (await command(world, 'POST', `/accounts/1/webhooks/${id}/test`)).body
      await until('a callback with the right secret arrives', () => out.includes(`evt_${eventId} {`))
      await until('the attempt is recorded', async () => (await statusesOf(eventId)).length > 0)
      assert.deepEqual(await statusesOf(eventId), [204])
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)
    })
  }
})

describe('docs/operating/console-api.md', () => {
  it('has the routes of the contract (npm run generate:examples)', () =>
    assert.equal(readFileSync(consolePage, 'utf8'), consolePageWithTable()))
})

describe('docs/security.md', () => {
  it('names tests that exist', () => {
    const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
    const named = [...text.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, path = '']) => path)
    assert.ok(named.length > 30)
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    )
  })
})

describe('documentation parser', () => {
  it('parses curl commands like a shell', () => {
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

  it('requires an answer after every curl command', () => {
    assert.deepEqual(examplesIn('```\ncurl x\n```\n\nthen\n\n```json\n[]\n```\n'), [{ curl: 'curl x', answer: '[]' }])
    assert.throws(() => examplesIn('```\ncurl x\n```\n\n```\ncurl y\n```\n'))
    const steps = stepsIn(
      '```sh\na b\nc\n```\n\n```text\nd\n```\n\n```\ncurl x\n```\n\n```json\n[]\n```\n\n```sh\ne\n```\n',
    )
    assert.deepEqual(steps, [
      { lines: ['a b', 'c'], output: 'd' },
      { curl: 'curl x', answer: '[]' },
      { lines: ['e'], output: null },
    ])
  })
})
