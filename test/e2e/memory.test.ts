import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readMemory } from '../../bench/processor.ts'
import { flagsFor } from '../../bin/memory.js'
import { homeIn, root } from '../ngoma.ts'
import { apiKey, apiSecret, authorization, sendBody } from '../send-body.ts'
import { until } from '../until.ts'
import { endWithUs } from '../watchdog.ts'

/** Some 60 MB of it are shared pages of the file of Node. The rest of 512 MB is for larger requests and cached files. */
const memoryMbMax = 400
const gigabyte = 2 ** 30
const none: readonly string[] = []
const quick: readonly string[] = ['--liftoff-only']

describe('memory of the embedded database', () => {
  const cases: readonly (readonly [title: string, machine: Parameters<typeof flagsFor>[0], readonly string[]])[] = [
    ['a large machine', { databaseUrl: '', totalBytes: 2 * gigabyte, limitBytes: 0 }, none],
    ['a small machine', { databaseUrl: undefined, totalBytes: 2 * gigabyte - 1, limitBytes: 0 }, quick],
    ['a small container', { databaseUrl: '', totalBytes: 64 * gigabyte, limitBytes: gigabyte / 2 }, quick],
    ['a container without a limit', { databaseUrl: '', totalBytes: 64 * gigabyte, limitBytes: 2 ** 64 }, none],
    ['a small machine with a blank DATABASE_URL', { databaseUrl: ' ', totalBytes: gigabyte, limitBytes: 0 }, quick],
    ['a small machine with PostgreSQL', { databaseUrl: 'postgres://db/x', totalBytes: gigabyte, limitBytes: 0 }, none],
  ]
  for (const [title, machine, expected] of cases)
    it(`${expected === quick ? 'turns' : 'does not turn'} the optimizing compiler off on ${title}`, () =>
      assert.deepEqual(flagsFor(machine), expected))

  const directory = mkdtempSync(join(tmpdir(), 'ngoma-memory-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  /** In a container of 512 MB. Each start of Node prints its id and flags. */
  const container = `process.constrainedMemory = () => 2 ** 29
    process.stderr.write(process.pid + ' ' + process.execArgv.includes('--liftoff-only') + '\\n')`
  /** V8 chooses these sizes there. */
  const heapFlags = ['--max-old-space-size=256', '--max-semi-space-size=1']
  const preload = `data:text/javascript,${encodeURIComponent(container)}`
  const nodeWords = [...heapFlags, '--import', preload, join(root, 'bin', 'ngoma.js')]
  const env = { PATH: process.env.PATH, NGOMA_DATA: join(directory, 'data'), PORT: '0', ...homeIn(directory) }
  const startsIn = (output: string) => output.match(/^\d+ (?:true|false)$/gm) ?? []

  it('is limited from the command line of the same process, which keeps its arguments and exit codes', () => {
    const run = (...words: readonly string[]) =>
      spawnSync(process.execPath, [...nodeWords, ...words], { env, encoding: 'utf8' })
    const { pid, status, stdout, stderr } = run('help', 'serve')
    assert.deepEqual([status, startsIn(stderr)], [0, [`${pid} false`, `${pid} true`]])
    assert.match(stdout, /ngoma serve/)
    assert.equal(run('serve', '--no-such-option').status, 2)
  })

  it('is limited by every way to start the program', () => {
    const starts = {
      Dockerfile: /^ENTRYPOINT \["node", "bin\/ngoma\.js"\]$/m,
      'package.json': /"bin": \{\s+"ngoma": "bin\/ngoma\.js"\s+\}[\s\S]*"start": "exec node bin\/ngoma\.js serve"/,
      'packaging/ngoma': /^exec .*bin\/node \/opt\/ngoma\/bin\/ngoma\.js "\$@"$/m,
      'packaging/ngoma.service': /^ExecStart=.*bin\/node \/opt\/ngoma\/bin\/ngoma\.js serve /m,
    }
    for (const [file, start] of Object.entries(starts)) assert.match(readFileSync(join(root, file), 'utf8'), start)
  })

  it('is not limited with PostgreSQL', () => {
    const words = [...nodeWords, '--version']
    const { pid, stderr } = spawnSync(process.execPath, words, {
      env: { ...env, DATABASE_URL: 'postgres://x/y' },
      encoding: 'utf8',
    })
    assert.deepEqual(startsIn(stderr), [`${pid} false`])
  })

  it('is limited for a server, which sends a message in less than 400 MB until a signal stops it', async () => {
    const child = spawn(process.execPath, [...nodeWords, 'serve'], {
      env: { ...env, NGOMA_API_KEY: apiKey, NGOMA_API_SECRET: apiSecret },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithUs(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    await until('the server serves', () => output.includes('"msg":"serving"'), 150)
    assert.deepEqual(startsIn(output), [`${child.pid} false`, `${child.pid} true`])
    const address = /"address":"([^"]+)"/.exec(output)?.[1]
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify(sendBody())
    assert.equal((await fetch(`${address}/v1/send`, { method: 'POST', headers, body })).status, 200)
    const reports = `${address}/public/v1/delivery-reports?dest_addr=255712345678`
    await until('the message is delivered', async () =>
      (await (await fetch(reports, { headers })).text()).includes('DELIVERED'),
    )
    const mb = child.pid === undefined ? null : readMemory(child.pid, 'VmHWM')
    // Null without /proc.
    assert.ok(mb === null || mb < memoryMbMax, `it had ${mb} MB`)
    child.kill('SIGINT')
    const [code, signal] = await once(child, 'exit')
    assert.deepEqual([code, signal], [0, null])
  })
})
