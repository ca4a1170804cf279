import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { program } from '../ngoma.ts'
import { basic, openTestDatabase, postgresUrl, secret, sendBody, until } from '../world.ts'

/** The first start of an embedded database takes five seconds on an idle machine, and much longer on a busy one. */
const secondsMax = 120

const running = new Set<() => void>()
after(() => {
  for (const kill of running) kill()
})

const elsewhere = mkdtempSync(join(tmpdir(), 'ngoma-first-run-'))
after(() => rmSync(elsewhere, { recursive: true, force: true }))

/** Starts the server with these settings only. */
function start(settings: Readonly<Record<string, string>>) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [...program, 'serve'], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: '0',
      NGOMA_DATA: elsewhere,
      NGOMA_SECRET: secret,
      NGOMA_DRAIN_SECONDS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  let code: number | null | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text
  })
  const kill = () => child.kill('SIGKILL')
  running.add(kill)
  child.on('close', (exitCode) => {
    code = exitCode
    running.delete(kill)
  })
  const ended = async () => {
    await until('the program has ended', () => code !== undefined, secondsMax)
    return code
  }
  return {
    pid: child.pid,
    output,
    ended,
    /** Waits until the server listens, and resolves with its address. */
    async serves(): Promise<string> {
      const address = () => /"address":"(http:[^"]+)".*"msg":"serving"/.exec(output.out)?.[1]
      await until('it serves', () => address() !== undefined || code !== undefined, secondsMax)
      assert.equal(output.err, '')
      return address() ?? ''
    },
    closeOutput: () => void child.stdout.destroy(),
    stop(signal: NodeJS.Signals): Promise<number | null | undefined> {
      child.kill(signal)
      return ended()
    },
  }
}

/** The credentials in the output. */
function printed({ out }: { readonly out: string }): { apiKey: string; secret: string } | null {
  const apiKey = /^ {4}API key {5}(.+)$/m.exec(out)?.[1]
  const secret = /^ {4}API secret {2}(.+)$/m.exec(out)?.[1]
  return apiKey === undefined || secret === undefined ? null : { apiKey, secret }
}

/** Only lenient credentials can use this path. */
const guessedPath = '/v1/sender-names'

async function status(address: string, authorization: string, path = '/public/v1/sender-names'): Promise<number> {
  const response = await fetch(`${address}${path}`, { headers: { authorization } })
  await response.arrayBuffer()
  return response.status
}

const isOneLine = (text: string) => text.split('\n').length === 2 && text.endsWith('\n')

describe('the first run on the embedded database', () => {
  const data = mkdtempSync(join(tmpdir(), 'ngoma-first-run-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  it('prints a working key once, and rejects a second server on its data directory', async () => {
    const first = start({ NGOMA_DATA: data })
    const address = await first.serves()
    await until('the key is printed', () => first.output.out.includes('delivery-reports'))
    const key = printed(first.output)
    assert.ok(key)
    const authorization = basic(key.apiKey, key.secret)
    assert.equal(await status(address, authorization, guessedPath), 404)

    // The printed curl command must work without changes.
    const [, user = '', url = '', body = ''] =
      /curl -u (\S+) (\S+) \\\n.*Content-Type: application\/json' \\\n\s+-d '(.+)'/.exec(first.output.out) ?? []
    assert.deepEqual(
      { user, url, body: JSON.parse(body) },
      { user: `${key.apiKey}:${key.secret}`, url: `${address}/v1/send`, body: sendBody() },
    )
    const sent = await fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    assert.equal(sent.status, 200)
    const { request_id: requestId } = (await sent.json()) as { request_id: string }

    const second = start({ NGOMA_DATA: data })
    assert.equal(await second.ended(), 1)
    assert.ok(isOneLine(second.output.err), second.output.err)
    assert.match(second.output.err, new RegExp(`^ngoma: .*${data}.* process ${first.pid}\\b`))
    const same = start({ NGOMA_DATA: data, PORT: new URL(address).port })
    assert.equal(await same.ended(), 1)
    assert.match(
      same.output.err,
      new RegExp(`^ngoma: Ngoma is already running on port \\d+ \\(process ${first.pid}\\)\\..*\\n$`),
    )
    assert.equal(await status(address, authorization), 200)

    assert.equal(await first.stop('SIGTERM'), 0)
    assert.equal(first.output.out.split(key.secret).length - 1, 3)
    assert.equal(first.output.err, '')

    const third = start({ NGOMA_DATA: data })
    const reports = await fetch(`${await third.serves()}/public/v1/delivery-reports?request_id=${requestId}`, {
      headers: { authorization },
    })
    assert.equal(reports.status, 200)
    assert.equal(((await reports.json()) as unknown[]).length, 1)
    assert.equal(printed(third.output), null)
    assert.doesNotMatch(third.output.out, /API secret|Welcome/)
    third.closeOutput()
    assert.equal(await third.stop('SIGINT'), 0, 'stops after its output was closed')
  })
})

describe('the first run on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  const admin = async (text: string, database?: string) => {
    const url = new URL(postgresUrl ?? '')
    if (database !== undefined) url.pathname = `/${database}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      return { url: url.href, rows: (await client.query(text)).rows }
    } finally {
      await client.end()
    }
  }

  /** A database without tables. */
  async function emptyDatabase(test: TestContext) {
    const name = `ngoma_first_${randomUUID().replaceAll('-', '')}`
    await admin(`create database ${name}`)
    test.after(() => admin(`drop database ${name} with (force)`))
    const { url } = await admin('select 1', name)
    return { url, query: async (text: string) => (await admin(text, name)).rows }
  }

  it('creates nothing when the port is in use, and one account with one key when two processes start together', async (test) => {
    const { url, query } = await emptyDatabase(test)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const first = start({ DATABASE_URL: url, PORT: String(port) })
    assert.equal(await first.ended(), 1)
    taken.close()
    assert.ok(isOneLine(first.output.err), first.output.err)
    assert.match(first.output.err, new RegExp(`^ngoma: .*EADDRINUSE.*:${port} `))
    assert.equal(printed(first.output), null)
    assert.deepEqual(await query("select tablename from pg_tables where schemaname = 'public'"), [])

    const both = [start({ DATABASE_URL: url }), start({ DATABASE_URL: url })]
    const addresses = await Promise.all(both.map((one) => one.serves()))
    await until('the key is printed', () =>
      both.some(({ output }) => /sending fails with code 106[\s\S]+ngoma sender approve INFO/.test(output.out)),
    )
    const keys = both.flatMap(({ output }) => printed(output) ?? [])
    assert.equal(keys.length, 1)
    for (const { apiKey, secret } of keys)
      for (const address of addresses) assert.equal(await status(address, basic(apiKey, secret)), 200)
    assert.deepEqual(await Promise.all(both.map((one) => one.stop('SIGTERM'))), [0, 0])
    assert.deepEqual(await query('select id::int from accounts'), [{ id: 1 }])
    assert.deepEqual(await query('select count(*)::int as count from credentials'), [{ count: 1 }])
    assert.deepEqual(await query('select account_id::int, sender, status from senders'), [
      { account_id: 1, sender: 'INFO', status: 'pending' },
    ])
  })

  it('uses the credentials of the environment on the first run only', async (test) => {
    const { url, drop } = await openTestDatabase('postgres')
    test.after(drop)
    const DATABASE_URL = url ?? ''
    const chosen = {
      NGOMA_API_KEY: 'chosen-key',
      NGOMA_API_SECRET: "it's a $ecret",
      NGOMA_ACCESS_TOKEN: 'chosen-token',
      NGOMA_ADMIN_PASSWORD: 'chosen-password',
      NGOMA_LENIENT: 'true',
    }
    const first = start({
      DATABASE_URL,
      NGOMA_STAGING: 'true',
      NGOMA_PUBLIC_URL: 'https://sms.example.com',
      ...chosen,
    })
    const address = await first.serves()
    assert.equal(await status(address, basic('chosen-key', "it's a $ecret")), 200)
    assert.equal(await status(address, 'chosen-token'), 200)
    for (const lenient of [basic('chosen-key', "it's a $ecret"), 'chosen-token'])
      assert.equal(await status(address, lenient, guessedPath), 200)
    assert.equal(await first.stop('SIGTERM'), 0)
    // Secrets from the settings must not appear in a log.
    assert.equal(printed(first.output)?.secret, 'as set in NGOMA_API_SECRET (curl asks for it)')
    assert.match(first.output.out, /^ {4}Password {4}as set in NGOMA_ADMIN_PASSWORD$/m)
    for (const secret of ["it's a $ecret", 'chosen-token', 'chosen-password'])
      assert.ok(!first.output.out.includes(secret), secret)
    assert.ok(first.output.out.includes('curl -u chosen-key https://sms.example.com/v1/send'))
    assert.match(
      first.output.out,
      /Dashboard +https:\/\/sms\.example\.com\n +Email +owner@ngoma\.local\n +Password +\S+/,
    )

    const second = start({
      DATABASE_URL,
      NGOMA_API_KEY: 'other-key',
      NGOMA_API_SECRET: 'other',
      NGOMA_ACCESS_TOKEN: 'other-token',
    })
    const again = await second.serves()
    assert.equal(await status(again, basic('chosen-key', "it's a $ecret")), 200)
    assert.equal(await status(again, basic('other-key', 'other')), 401)
    assert.equal(await status(again, 'other-token'), 401)
    assert.equal(await second.stop('SIGTERM'), 0)
    assert.equal(printed(second.output), null)
  })
})

describe('a failing start', () => {
  const mistakes: readonly [
    title: string,
    settings: Readonly<Record<string, string>>,
    exitCode: number,
    message: RegExp,
  ][] = [
    ['an invalid setting', { PORT: 'http' }, 1, /^ngoma: PORT must be a whole number from 0 to 65535, not "http"\n$/],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://ngoma:hunter2@127.0.0.1:1/ngoma' },
      3,
      /^ngoma: connect ECONNREFUSED 127\.0\.0\.1:1 \(nothing listens at the address in DATABASE_URL: check that PostgreSQL is running there\)\n$/,
    ],
  ]
  for (const [title, settings, exitCode, message] of mistakes) {
    it(`prints one line for ${title}`, async () => {
      const { ended, output } = start(settings)
      assert.equal(await ended(), exitCode)
      assert.match(output.err, message)
      assert.equal(output.out, '')
    })
  }
})
