import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { command } from '../console/people.ts'
import { slowness } from '../pace.ts'
import { type Language, missingLanguage, type Program, programsIn, run, type Started, start } from '../programs.ts'
import { startReceiver } from '../receiver.ts'
import { openUnreliableProxy, type UnreliableProxy } from '../unreliable-proxy.ts'
import { addEndpoint, type TestEndpoint } from '../webhooks.ts'
import { apiKey, apiSecret, type EngineName, onOneEngine, openWorld, until, type World } from '../world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = join(root, 'docs/quick-starts')

const languages: Readonly<Record<string, Language>> = {
  'go.md': { name: 'Go', version: ['go', 'version'], from: 'Debian: golang-go' },
  'php.md': { name: 'PHP', version: ['php', '--version'], from: 'Debian: php-cli' },
  'python.md': { name: 'Python', version: ['python3', '--version'], from: 'Debian: python3' },
  'typescript.md': { name: 'Node', version: [process.execPath, '--version'], from: 'npm ci brings it' },
}

const lasting = process.env.NGOMA_TEST_LASTING ?? tmpdir()

/** Long enough for a compiler with an empty cache. */
const secondsMax = 100

/** Masks text that differs in every run: ids, ports, times and versions of PHP. */
const masked = (text: string) =>
  text
    .replaceAll(/(?<=request )\d+/g, 'ID')
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID')
    .replaceAll(/\bevt_\d+/g, 'evt_ID')
    .replaceAll(/(?<=http:\/\/127\.0\.0\.1:)\d+/g, 'PORT')
    .replaceAll(/^\[\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}\] (PHP [\d.]+)?/gm, '')

/** Saves the programs in a new directory with the client installed. */
function save(programs: readonly Program[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-quick-start-'))
  for (const { file, text } of programs) writeFileSync(join(directory, file), text)
  mkdirSync(join(directory, 'node_modules'))
  symlinkSync(join(root, 'client/dist'), join(directory, 'node_modules/ngoma'))
  return directory
}

/** The address of a server; null if it exited. */
async function listeningOf({ child, printed }: Started): Promise<string | null> {
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(printed.out + printed.err)?.[0]
  await until('the program listens', () => address() !== undefined || child.exitCode !== null, secondsMax)
  return address() === undefined ? null : `${address()}/`
}

/** The output lines that the page shows. */
function shownOf(printed: string, output: string): string[] {
  const shown = masked(output).split('\n')
  return masked(printed)
    .split('\n')
    .filter((line) => shown.includes(line))
}

function tryPage(engine: EngineName, page: string): void {
  const [first, receiver, ...others] = programsIn(readFileSync(join(pages, page), 'utf8')) as [
    Program,
    Program,
    ...Program[],
  ]
  assert.deepEqual(others, [])
  let directory: string
  let world: World
  let line: UnreliableProxy
  let endpoint: TestEndpoint
  let receiving: Started
  let url: string
  const receiverOutput = () => receiving.printed.out + receiving.printed.err

  before(async () => {
    directory = save([first, receiver])
    // With display_errors, PHP answers 200 on errors unless the program sets a status.
    writeFileSync(join(directory, 'shown.ini'), 'display_errors = 1\n')
    world = await openWorld(engine)
    line = await openUnreliableProxy(await world.app.http.listen({ host: '127.0.0.1', port: 0 }), {
      loses: 'POST /v1/send',
      putsOff: 'GET /public/v1/delivery-reports',
    })
    // The URL is known when the receiver listens, but it needs the secret before.
    endpoint = await addEndpoint(world, 'delivery-report', 'http://127.0.0.1:8090/')
    receiving = start(
      receiver,
      directory,
      { ...surroundings(), WEBHOOK_SECRET: endpoint.secret, PORT: '0' },
      3 * secondsMax,
    )
    const listening = await listeningOf(receiving)
    url = listening ?? assert.fail(receiverOutput())
    const { status, text } = await command(world, 'PUT', `/accounts/1/webhooks/${endpoint.id}`, { url })
    assert.equal(status, 200, text)
  })
  after(async () => {
    receiving?.child.kill('SIGKILL')
    await line?.close()
    await world?.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** No downloads, and a compile cache that is kept between test runs. */
  const surroundings = () => ({
    GOCACHE: join(lasting, `ngoma_test_go_${process.getuid?.() ?? 0}`),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    PHP_INI_SCAN_DIR: `:${directory}`,
  })

  it(`${first.file} prints the shown output over an unreliable connection`, async () => {
    const settings = { ...surroundings(), NGOMA_URL: line.url, NGOMA_API_KEY: apiKey, NGOMA_API_SECRET: apiSecret }
    const { code, out, err } = await run(first, directory, settings, secondsMax)
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    assert.equal(masked(out.trim()), masked(first.output))
    const keys = line.asked.filter(({ what }) => what === 'POST /v1/send').map(({ key }) => key)
    const [tried, again, refused] = keys
    assert.equal(keys.length, 3)
    assert.ok(tried)
    assert.equal(again, tried)
    assert.notEqual(refused, tried)
  })

  it(`${first.file} does not send its credential to another host`, async (test) => {
    const stranger = await startReceiver()
    test.after(() => stranger.close())
    for (const status of [302, 307]) {
      const moved = await startReceiver({ answer: () => ({ status, headers: { location: stranger.url } }) })
      test.after(() => moved.close())
      const settings = {
        ...surroundings(),
        NGOMA_URL: moved.url.slice(0, -1),
        NGOMA_API_KEY: apiKey,
        NGOMA_API_SECRET: apiSecret,
      }
      const { code } = await run(first, directory, settings, secondsMax)
      assert.notEqual(code, 0)
      assert.equal(moved.received.length, 1)
    }
    assert.deepEqual(stranger.received, [])
  })

  it(`${receiver.file} receives callbacks and prints the shown output`, async () => {
    await until(
      'the receiver has printed all shown lines',
      () => shownOf(receiverOutput(), receiver.output).length === receiver.output.split('\n').length,
    )
    assert.deepEqual(shownOf(receiverOutput(), receiver.output), masked(receiver.output).split('\n'))
    const attempts = async () => (await command(world, 'GET', `/accounts/1/webhooks/${endpoint.id}/attempts`)).body.data
    await until('the attempt is recorded', async () => (await attempts()).length > 0)
    assert.deepEqual(new Set((await attempts()).map(({ status }: { status: number }) => status)), new Set([204]))
  })

  it(`${receiver.file} rejects forged callbacks`, async () => {
    const before = receiverOutput()
    const body = JSON.stringify({
      request_id: '1',
      recipient_id: 1,
      dest_addr: '255712000001',
      status: 'DELIVERED',
      Status: 'DELIVERED',
    })
    const sign = (key: string, minutesAgo = 0) => {
      const at = new Date(Date.now() - minutesAgo * 60_000)
      const timestamp = String(Math.floor(at.getTime() / 1_000))
      return {
        'webhook-id': 'evt_7',
        'webhook-timestamp': timestamp,
        'webhook-signature': new Webhook(key).sign('evt_7', at, body),
      }
    }
    const good = sign(endpoint.secret)
    const forged: readonly [title: string, headers: Record<string, string>, body?: string][] = [
      ['unsigned', {}],
      ['without a signature', { ...good, 'webhook-signature': '' }],
      ['with a truncated signature', { ...good, 'webhook-signature': good['webhook-signature'].slice(0, 20) }],
      ['with an empty signature', { ...good, 'webhook-signature': 'v1,' }],
      ['signed with another secret', sign(`whsec_${Buffer.alloc(32).toString('base64')}`)],
      ['with another event id', { ...good, 'webhook-id': 'evt_8' }],
      ['with another body', good, body.replace('DELIVERED', 'REFUNDED!')],
      ['old', sign(endpoint.secret, 6)],
      ['from the future', sign(endpoint.secret, -6)],
      ['with an invalid timestamp', { ...good, 'webhook-timestamp': 'now' }],
    ]
    for (const [title, headers, changed = body] of forged) {
      assert.equal((await fetch(url, { method: 'POST', headers, body: changed })).status, 401, title)
    }
    assert.doesNotMatch(receiverOutput().slice(before.length), /evt_/)
    // After a rotation there are two signatures, one of them valid.
    const rotated = {
      ...good,
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${good['webhook-signature']}`,
    }
    assert.equal((await fetch(url, { method: 'POST', headers: rotated, body })).status, 204)
    await until('the callback is accepted', () => receiverOutput().includes('evt_7 255712000001 DELIVERED'))
  })

  it(`${receiver.file} accepts nothing without a secret`, async (test) => {
    for (const secret of ['', 'whsec_']) {
      const unsafe = start(receiver, directory, { ...surroundings(), WEBHOOK_SECRET: secret, PORT: '0' }, secondsMax)
      test.after(() => unsafe.child.kill('SIGKILL'))
      const address = await listeningOf(unsafe)
      if (address === null) {
        assert.notEqual(unsafe.child.exitCode, 0)
        continue
      }
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const signature = createHmac('sha256', '').update(`evt_9.${timestamp}.{}`).digest('base64')
      const headers = { 'webhook-id': 'evt_9', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
      assert.equal((await fetch(address, { method: 'POST', headers, body: '{}' })).status, 500)
      await until('the receiver reports the missing secret', () =>
        /secret/i.test(unsafe.printed.out + unsafe.printed.err),
      )
    }
  })
}

onOneEngine('quick start programs', (engine) => {
  for (const [page, language] of Object.entries(languages)) {
    describe(page, { skip: missingLanguage(language) ?? false }, () => tryPage(engine, page))
  }
})

describe('quick start pages', () => {
  it('type-check against the client', (test) => {
    const programs = programsIn(readFileSync(join(pages, 'typescript.md'), 'utf8'))
    const directory = save(programs)
    test.after(() => rmSync(directory, { recursive: true, force: true }))
    const packages = join(root, 'node_modules')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--typeRoots',
      join(packages, '@types'),
    ]
    const words = [join(packages, 'typescript/bin/tsc'), ...options, ...programs.map(({ file }) => file)]
    const { status, stdout } = spawnSync(process.execPath, words, {
      cwd: directory,
      encoding: 'utf8',
      timeout: secondsMax * slowness * 1_000,
    })
    assert.deepEqual({ status, stdout }, { status: 0, stdout: '' })
  })

  it('are all listed and tested', () => {
    const there = readdirSync(pages).filter((page) => page !== 'README.md')
    assert.deepEqual(there.toSorted(), ['curl.md', ...Object.keys(languages)].toSorted())
    const list = readFileSync(join(pages, 'README.md'), 'utf8')
    for (const page of there) assert.ok(list.includes(`](${page})`), page)
  })
})
