import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { flagsFor } from '../../bin/memory.js'
import { homeIn, root } from '../ngoma.ts'
import { until } from '../until.ts'
import { endWithUs } from '../watchdog.ts'

const gigabyte = 2 ** 30
const none: readonly string[] = []
const quick: readonly string[] = ['--liftoff-only']

describe('memory of the embedded database', () => {
  const cases: readonly (readonly [title: string, machine: Parameters<typeof flagsFor>[0], readonly string[]])[] = [
    ['a large machine', { databaseUrl: '', totalBytes: 2 * gigabyte, limitBytes: 0 }, none],
    ['a small machine', { databaseUrl: undefined, totalBytes: 2 * gigabyte - 1, limitBytes: 0 }, quick],
    ['a small container', { databaseUrl: '', totalBytes: 64 * gigabyte, limitBytes: gigabyte / 2 }, quick],
    ['a container without a limit', { databaseUrl: '', totalBytes: 64 * gigabyte, limitBytes: 2 ** 64 }, none],
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
  const nodeWords = ['--import', `data:text/javascript,${encodeURIComponent(container)}`, join(root, 'bin', 'ngoma.js')]
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

  it('is limited for a server, which a signal stops', async () => {
    const child = spawn(process.execPath, [...nodeWords, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    endWithUs(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    await until('the server serves', () => output.includes('"msg":"serving"'), 150)
    assert.deepEqual(startsIn(output), [`${child.pid} false`, `${child.pid} true`])
    child.kill('SIGINT')
    const [code, signal] = await once(child, 'exit')
    assert.deepEqual([code, signal], [0, null])
  })
})
