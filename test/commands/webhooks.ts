/** Webhooks from a shell, with a running server: endpoints, events, and the receiver on this machine. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureOf } from '../../src/engine/signatures.ts'
import { program } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import { startReceiver } from '../receiver.ts'
import { until } from '../world.ts'
import { run, type Shell } from './program.ts'

export async function tryWebhooks(shell: Shell): Promise<void> {
  let status = 200
  const receiver = await startReceiver({ answer: () => ({ status, body: 'thank you\n' }) })
  try {
    await tryEndpoints(shell, receiver.url, (next) => {
      status = next
    })
  } finally {
    await receiver.close()
  }
  await tryListen(shell)
}

async function tryEndpoints(shell: Shell, url: string, answerWith: (status: number) => void): Promise<void> {
  const account = ['--account', String((await shell.json('account', 'create', 'Called')).id)]
  const on = (name: string, ...words: string[]) => ['webhooks', name, ...words, ...account]
  assert.equal(await shell.text(...on('list')), 'No webhook endpoints.\n')
  const { id, secret } = await shell.json(...on('add', '--event', 'airtime', '--url', url, '--flat-args'))
  assert.match(secret, /^whsec_/)
  const one = String(id)
  const shown = await shell.text(...on('add', '--event', 'chat', '--url', url))
  assert.match(
    shown,
    /^Endpoint \d+\n\n {2}Event +chat\n {2}URL +http:\S+\n {2}Secret +whsec_\S+\n {2}Status +working\n\nSave the secret now: it is not shown again\.\n$/,
  )
  assert.match(
    await shell.refused(...on('add', '--event', 'chat', '--url', 'https://10.0.0.1/')),
    /^Invalid URL \(the URL must point to a public address/,
  )
  assert.match(
    await shell.text(...on('add', '--event', 'chat', '--url', 'https://nowhere.invalid/')),
    /\n\nWarning: the host name cannot be resolved at the moment/,
  )
  assert.equal((await shell.json(...on('list'))).data.length, 3)
  assert.match(
    await shell.text(...on('list')),
    new RegExp(`^ID +EVENT +STATUS +CREATED +URL\n(.*\n)*${one} +airtime +working +\\S+ \\S+ GMT +${url}\n$`),
  )
  assert.deepEqual((await shell.json(...on('show', one))).flatArgs, true)
  assert.match(await shell.text(...on('show', one)), /Body +fields of args also at the top level\n$/)
  assert.match(await shell.refused('webhooks', 'show', one), /^Endpoint Not Found \(/)
  assert.deepEqual(
    (await shell.json(...on('change', one, '--no-flat-args', '--url', `${url}hooks`))).url,
    `${url}hooks`,
  )
  assert.equal((await shell.json(...on('change', one, '--string-ids'))).stringIds, true)
  assert.match(await shell.text(...on('show', one)), /IDs +always strings\n$/)
  assert.equal((await shell.json(...on('change', one, '--no-string-ids'))).stringIds, false)
  assert.notEqual((await shell.json(...on('rotate', one))).secret, secret)
  await tryHeaders(shell, on, one)

  const taken = await shell.json(...on('test', one))
  assert.deepEqual([taken.attempt.status, taken.attempt.problem, taken.attempt.answer], [200, null, 'thank you\n'])
  assert.match(
    await shell.text(...on('test', one)),
    /^Delivered: the endpoint answered 200 after \d+ ms\.\n\nthank you\n$/,
  )
  answerWith(500)
  const failed = await shell.run(...on('test', one))
  assert.deepEqual([failed.code, failed.err], [1, ''])
  assert.match(failed.out, /^Failed after \d+ ms: answered 500\.\n\nthank you\n$/)
  assert.match(await shell.text(...on('list')), /airtime +failing since \S+ \S+ GMT /)

  const { data } = await shell.json(...on('events', one, '--state', 'waiting'))
  assert.equal(data.length, 1)
  assert.match(
    await shell.text(...on('events', one)),
    /^ID +STATUS +ATTEMPTS +CREATED +NEXT ATTEMPT +BODY\n\d+ +waiting \(test\) +\d+ .*GMT +\{"code":100/,
  )
  const attempts = await shell.json(...on('attempts', one, '--event', `evt_${data[0].id}`))
  assert.match(await shell.refused(...on('attempts', one, '--event', '999999')), /^Event Not Found \(/)
  assert.ok(attempts.data.length > 0 && attempts.data.every((attempt: { status: number }) => attempt.status === 500))
  assert.match(
    await shell.text(...on('attempts', one)),
    /^TIME +EVENT +STATUS +DURATION +PROBLEM +RESPONSE\n\S+ \d\d:\d\d:\d\d GMT +\d+ +500 +\d+ ms +answered 500 +thank you\n/,
  )
  answerWith(200)
  assert.equal((await shell.json(...on('repeat', one, '--event', String(taken.eventId)))).repeated, 1)
  assert.equal(
    await shell.text(...on('repeat', one, '--since', '2020-01-01', '--failed')),
    'No events to deliver again.\n',
  )

  assert.equal((await shell.json(...on('disable', one))).disabledReason, 'by hand')
  assert.match(await shell.text(...on('list')), /airtime +disabled \S+ \S+ GMT \(manually\) /)
  assert.match(await shell.refused(...on('test', one)), /^The Endpoint Is Disabled \(enable it first\)$/)
  const enabled = await shell.json(...on('enable', one))
  assert.deepEqual([enabled.disabledAt, enabled.disabledReason], [null, null])
  await shell.json(...on('disable', one))
  const ready = await shell.text(...on('enable', one))
  const [, words = ''] =
    /^Endpoint \d+ enabled\. To deliver missed events: ngoma (webhooks repeat \d+ --since \S+:\d\dZ --failed --account \d+)\n$/.exec(
      ready,
    ) ?? []
  assert.equal((await shell.run(...words.split(' '))).code, 0, ready)
  assert.equal(await shell.text(...on('enable', one)), `Endpoint ${one} was not disabled.\n`)
  assert.deepEqual(await shell.json(...on('remove', one)), { id, removed: true })
}

async function tryHeaders(
  shell: Shell,
  on: (name: string, ...words: string[]) => readonly string[],
  one: string,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-headers-'))
  try {
    const file = join(directory, 'headers')
    writeFileSync(file, 'Authorization: Bearer hush\nX-Key: hush\n')
    const set = await shell.json(...on('change', one, '--headers', file))
    assert.deepEqual(set.headers, ['authorization', 'x-key'])
    assert.match(await shell.text(...on('show', one)), /\n {2}Headers +authorization, x-key\n/)
    assert.match(
      await shell.refused(...on('change', one, '--url', 'https://nowhere.invalid/')),
      /^Headers Belong To The Old Server \(.*\(authorization, x-key\)\)$/,
    )
    assert.deepEqual((await shell.json(...on('change', one, '--remove-header', 'X-Key'))).headers, ['authorization'])
    assert.deepEqual((await shell.json(...on('change', one, '--no-headers'))).headers, [])
    const added = await shell.json(...on('add', '--event', 'chat', '--url', set.url, '--headers', file))
    assert.deepEqual(added.headers, ['authorization', 'x-key'])
    await shell.json(...on('remove', String(added.id)))
    writeFileSync(file, 'hush')
    assert.equal(
      await shell.refused(...on('change', one, '--headers', file)),
      `${file} must contain one "Name: value" per line, each name once`,
    )
    const both = await shell.run(...on('change', one, '--no-headers', '--remove-header', 'x'))
    assert.deepEqual([both.code, /cannot be combined/.test(both.err)], [2, true])
  } finally {
    rmSync(directory, { recursive: true })
  }
}

interface Listening {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  /** The JSON of the lines printed until now. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
  lines(): any[]
  end(signal: NodeJS.Signals): Promise<number | null>
}

async function startListening(shell: Shell, ...words: string[]): Promise<Listening> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...shell.settings }
  const child = spawn(process.execPath, [...program, 'webhooks', 'listen', '--port', '0', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000 * slowness,
  })
  const closed = once(child, 'close')
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  await until('it listens', () => output.out.includes('\n') || child.exitCode !== null, 60)
  return {
    child,
    output,
    lines: () =>
      output.out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    async end(signal) {
      child.kill(signal)
      await closed
      return child.exitCode
    },
  }
}

const isFree = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => resolve(false))
    socket.on('error', () => resolve(true)).on('close', () => socket.destroy())
  })

async function tryListen(shell: Shell): Promise<void> {
  const count = async () => (await shell.json('webhooks', 'list')).data.length
  const before = await count()
  const listening = await startListening(shell, '--json', '--event', 'chat', '--event', 'airtime', '--answer', '202')
  const [{ listening: url, endpoints, checked }] = listening.lines()
  assert.deepEqual([endpoints.map(({ event }: { event: string }) => event), checked], [['chat', 'airtime'], true])
  assert.equal(await count(), before + 2)
  const tested = await shell.json('webhooks', 'test', String(endpoints[1].id))
  assert.equal(tested.attempt.status, 202)
  const post = (body: string, headers: Record<string, string>) =>
    fetch(`${url}some/path`, { method: 'POST', body, headers })
  assert.equal(
    (await post('{}', { 'webhook-id': 'evt_0', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' })).status,
    202,
  )
  await post('x'.repeat(1_048_577), {}).then(
    (response) => assert.equal(response.status, 413),
    () => {},
  )
  await until('both are shown', () => listening.lines().length >= 3)
  const [, first, second] = listening.lines()
  assert.deepEqual(
    [first.signature, first.problem, first.id, first.headers['ngoma-test']],
    ['good', null, `evt_${tested.eventId}`, 'true'],
  )
  assert.equal(JSON.parse(first.body).code, 100)
  assert.deepEqual([second.signature, second.path, second.body, second.answered], ['bad', '/some/path', '{}', 202])
  assert.equal(listening.lines().length, 3, 'a request that is too large is not printed')
  assert.equal(await listening.end('SIGTERM'), 0, listening.output.err)
  assert.deepEqual(listening.lines().at(-1), { removed: endpoints.map(({ id }: { id: number }) => id) })
  assert.equal(await count(), before, 'its endpoints were removed')
  assert.equal(await isFree(url), true)

  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const shown = await startListening(shell, '--secret', secret)
  const place = /^Listening on (\S+)\. Press Ctrl-C to stop\.\n/.exec(shown.output.out)?.[1] ?? ''
  const timestamp = String(Math.floor(Date.now() / 1_000) - 400)
  const signature = signatureOf(Buffer.from(secret.slice(6), 'base64'), 'evt_5', timestamp, '{"a":"\u009b"}')
  const headers = { 'webhook-id': 'evt_5', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  assert.equal((await fetch(place, { method: 'POST', body: '{"a":"\u009b"}', headers })).status, 200)
  await until('it is shown', () => shown.output.out.includes('"a"'))
  assert.match(
    shown.output.out,
    /GMT {2}POST \/\n {2}webhook-id: evt_5\n(.*\n)* {2}signature: INVALID: the timestamp is [4-9]\d\d seconds old; at most 300 are allowed\n {2}answered: 200\n {4}\{\n {6}"a": "\?"\n {4}\}\n/,
  )
  const taken = await run(['webhooks', 'listen', '--port', new URL(place).port], shell.settings)
  assert.deepEqual(
    [taken.code, taken.err],
    [1, `ngoma: port ${new URL(place).port} is in use. Choose another port with --port.\n`],
  )
  assert.equal(await shown.end('SIGINT'), 0)

  const unread = await startListening(shell, '--json', '--event', 'chat')
  unread.child.stdout?.destroy()
  const ended = once(unread.child, 'exit')
  await fetch(unread.lines()[0].listening, { method: 'POST', body: '{}' })
  assert.deepEqual(
    [(await ended)[0], await count()],
    [0, before],
    'it ends and removes its endpoints when its output is closed',
  )

  const unchecked = await startListening(shell)
  assert.match(
    unchecked.output.out,
    /^Listening on .*\nSignatures are not checked\. To check them, use --secret whsec_… or --event EVENT\.\n$/m,
  )
  assert.equal(await unchecked.end('SIGINT'), 0)
}
