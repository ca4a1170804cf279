import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { status } from '../../src/engine/smpp/pdu.ts'
import { oneLine, run, runAll } from '../commands/program.ts'
import { program } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import { openEsme } from '../smsc.ts'
import { until } from '../world.ts'

/** Makes a process fail when it loads a dependency of the server. */
const refuseServer = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (/^(fastify|kysely|pg|better-auth|@electric-sql)(\\/|$)/.test(name)) throw new Error(name + ' is not for this process')
      return next(name, context)
    },
  })
`
const nowhere = {
  NGOMA_DATA: '/nonexistent',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuseServer)}`,
}

interface Running {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
}

async function start(test: TestContext, ...words: string[]): Promise<Running> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...nowhere }
  const child = spawn(process.execPath, [...program, 'smsc', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000 * slowness,
  })
  test.after(() => child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  await until('it listens', () => output.out.includes('\n') || child.exitCode !== null, 60)
  assert.equal(output.err, '')
  return { child, output }
}

/** Resolves with the exit code. */
async function stop({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
  return child.exitCode
}

describe('ngoma smsc', () => {
  it('accepts a message, sends its receipt, serves its counts and stops on SIGTERM', async (test) => {
    const running = await start(
      test,
      '--json',
      '--port',
      '0',
      '--http',
      '0',
      '--delay',
      '0',
      '--system-id',
      'ngoma',
      '--ids',
      'upper-hex',
      '--receipts',
      'tlv',
    )
    const { port, http } = JSON.parse(running.output.out)
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`http://127.0.0.1:${http}${path}`, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      // biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
      return { code: response.status, body: (await response.json()) as any }
    }

    const esme = await openEsme(test, port)
    assert.equal(await esme.bind('transceiver'), status.invalidSystemId)
    assert.equal(await esme.bind('transceiver', { system_id: 'ngoma' }), status.ok)
    const { fields } = await esme.submit('255712345678')
    assert.match(String(fields.message_id), /^[0-9A-F]+$/)
    await until('its receipt', () => esme.delivered.length === 1)
    assert.equal(esme.delivered[0]?.fields.receipted_message_id, fields.message_id)
    await until('it is counted', async () => (await ask('GET', '/counts')).body.receiptsAcknowledged === 1)
    const { submitted, distinct, bound } = (await ask('GET', '/counts')).body
    assert.deepEqual({ submitted, distinct, bound }, { submitted: 1, distinct: 1, bound: 1 })

    assert.equal((await ask('POST', '/profile', { profile: 'throttling', throttleRate: 1 })).body.throttleRate, 1)
    assert.equal((await esme.submit('255712345678')).status, status.throttled)
    assert.equal((await ask('POST', '/profile', { profile: 'sleepy' })).code, 400)
    assert.equal((await ask('POST', '/profile', [])).code, 400)
    assert.match(
      (await ask('POST', '/profile', { undelivered: 0 })).body.message,
      /^unknown value "undelivered"; known values: dead, .*undeliveredRate/,
    )
    assert.equal((await ask('GET', '/elsewhere')).code, 404)
    assert.deepEqual(
      [(await ask('POST', '/reset')).body.throttled, (await ask('POST', '/profile', {})).body.throttleRate],
      [0, 0],
    )
    assert.equal((await esme.submit('255712345678')).status, status.ok)

    assert.equal(await stop(running, 'SIGTERM'), 0)
    assert.equal(running.output.err, '')
    const last = JSON.parse(running.output.out.trimEnd().split('\n').at(-1) ?? '')
    assert.deepEqual([last.submitted, last.distinct, last.bound], [1, 1, 1])
  })

  it('prints its address and counts, and rejects invalid options', async (test) => {
    const running = await start(test, '--port', '0')
    const port = /^SMSC listening on 127\.0\.0\.1:(\d+)\. Press Ctrl-C to stop\.\n$/.exec(running.output.out)?.[1] ?? ''
    const taken = await run(['smsc', '--port', port], nowhere)
    assert.deepEqual([taken.code, taken.err], [1, `ngoma: port ${port} is in use. Choose another port with --port.\n`])
    const esme = await openEsme(test, Number(port))
    await esme.bind('transmitter')
    await esme.submit('255710000000')
    assert.equal(await stop(running, 'SIGINT'), 0)
    assert.match(running.output.out, /GMT {2}submitted 0, refused 1, binds 1, bound 1\n$/)

    const mistakes: readonly (readonly [words: string, message: RegExp])[] = [
      ['--port 70000', /^--port must be a number from 0 to 65535$/],
      ['--profile sleepy', /^--profile must be one of healthy, flaky, throttling, slow, dead, capped$/],
      ['--ids octal', /^--ids must be one of decimal, hex, upper-hex, zeros$/],
      ['--errors 2', /^--errors must be a number from 0 to 1$/],
      ['--rate some', /^--rate must be a number that is 0 or greater$/],
    ]
    const ran = await runAll(
      mistakes.map(([words]) => ['smsc', ...words.split(' ')]),
      { NGOMA_DATA: '/nonexistent' },
    )
    for (const [index, { code, err }] of ran.entries()) {
      assert.equal(code, 2)
      assert.match(oneLine(err), mistakes[index]?.[1] ?? /never/)
    }
  })
})
