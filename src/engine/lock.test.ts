import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, it, type TestContext } from 'node:test'
import { openDatabase } from './db/index.ts'
import { DataDirectoryLocked, lockDirectory } from './lock.ts'

const root = mkdtempSync(join(tmpdir(), 'ngoma-lock-'))
after(() => rmSync(root, { recursive: true, force: true }))

let directories = 0
function newDirectory(): string {
  directories += 1
  const directory = join(root, String(directories))
  mkdirSync(directory)
  return directory
}

const lockOf = (directory: string) => join(directory, 'ngoma.lock')
const write = (directory: string, owner: unknown) =>
  writeFileSync(lockOf(directory), typeof owner === 'string' ? owner : JSON.stringify(owner))
const read = (directory: string) => JSON.parse(readFileSync(lockOf(directory), 'utf8'))

/** Another process that locks the directories it is given, and prints "got" or the error. */
const otherSource = `
import { createInterface } from 'node:readline'
const { lockDirectory } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
console.log('ready')
for await (const directory of createInterface({ input: process.stdin })) {
  console.log(await lockDirectory(directory).then(() => 'got', (error) => error.name + ': ' + error.message))
}
process.exit()
`

interface Other {
  readonly process: ChildProcessWithoutNullStreams
  readonly pid: number
  lock(directory: string): Promise<string>
  kill(): Promise<void>
}

async function startOther(context: TestContext): Promise<Other> {
  const child = spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', otherSource])
  const exit = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  context.after(kill)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  assert.equal(await next(), 'ready')
  return {
    process: child,
    pid: Number(child.pid),
    lock(directory) {
      child.stdin.write(`${directory}\n`)
      return next()
    },
    kill,
  }
}

/** The pid of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  return Number(child.pid)
}

it('names the process that holds a directory, and takes the lock when it was killed', async (context) => {
  const directory = newDirectory()
  const other = await startOther(context)
  assert.equal(await other.lock(directory), 'got')

  const refused = (error: unknown) => {
    assert.ok(error instanceof DataDirectoryLocked)
    assert.match(
      error.message,
      new RegExp(`${directory} is in use by process ${other.pid}: stop it first, or set NGOMA_DATA`),
    )
    return true
  }
  await assert.rejects(lockDirectory(directory), refused)
  assert.equal(read(directory).pid, other.pid)

  await other.kill()
  const lock = await lockDirectory(directory)
  assert.equal(read(directory).pid, process.pid)
  lock.release()
  assert.deepEqual(readdirSync(directory), [])
})

it('rejects a second lock in the same process until the first is released', async () => {
  const directory = newDirectory()
  const lock = await lockDirectory(directory)
  await assert.rejects(lockDirectory(directory), DataDirectoryLocked)
  lock.release()
  const again = await lockDirectory(directory)
  again.release()
})

it('creates a missing directory', async () => {
  const directory = join(newDirectory(), 'deeper', 'still')
  const lock = await lockDirectory(directory)
  assert.ok(existsSync(lockOf(directory)))
  lock.release()
})

it('takes over a stale lock', async (context) => {
  const living = await startOther(context)
  const sample = newDirectory()
  assert.equal(await living.lock(sample), 'got')
  const owner = read(sample)
  const stale: Record<string, unknown> = {
    'a lock of a process that ended': { ...owner, pid: await deadPid() },
    'a lock whose pid was given to another process': { ...owner, started: owner.started.replace(/\d+$/, '1') },
    'a lock from before the machine was started': { ...owner, started: `0-${owner.started}` },
    'an empty file': '',
    'half a file': JSON.stringify(owner).slice(0, -5),
    'something else': '{"pid":"x"}',
    null: 'null',
  }
  for (const [title, content] of Object.entries(stale)) {
    const directory = newDirectory()
    write(directory, content)
    const lock = await lockDirectory(directory)
    assert.equal(read(directory).pid, process.pid, title)
    lock.release()
    assert.deepEqual(readdirSync(directory), [], title)
  }
})

it('checks a lock of another host by its heartbeat', async () => {
  const directory = newDirectory()
  const owner = { pid: process.pid, started: 'whenever', host: `not-${hostname()}` }
  write(directory, owner)
  await assert.rejects(lockDirectory(directory), {
    name: 'DataDirectoryLocked',
    message: new RegExp(`in use by process ${process.pid} on not-${hostname()}`),
  })
  const before = new Date(Date.now() - 21_000)
  utimesSync(lockOf(directory), before, before)
  const lock = await lockDirectory(directory)
  assert.equal(read(directory).host, hostname())
  lock.release()
})

it('updates its heartbeat while it is held', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const directory = newDirectory()
  const lock = await lockDirectory(directory)
  const before = new Date(Date.now() - 60_000)
  utimesSync(lockOf(directory), before, before)
  context.mock.timers.tick(5_000)
  const { mtimeMs } = statSync(lockOf(directory))
  assert.ok(Date.now() - mtimeMs < 10_000)
  lock.release()
})

it('tells its owner once when another process took it', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  for (const take of [
    (directory: string) => write(directory, { ...read(directory), host: `not-${hostname()}` }),
    (directory: string) => rmSync(lockOf(directory)),
  ]) {
    const directory = newDirectory()
    const onLost = context.mock.fn()
    const lock = await lockDirectory(directory, onLost)
    context.mock.timers.tick(5_000)
    assert.equal(onLost.mock.callCount(), 0)
    take(directory)
    context.mock.timers.tick(10_000)
    assert.equal(onLost.mock.callCount(), 1)
    lock.release()
  }
})

it('removes only its own lock on release', async () => {
  const directory = newDirectory()
  const lock = await lockDirectory(directory)
  const another = { ...read(directory), pid: 1 }
  write(directory, another)
  lock.release()
  assert.deepEqual(read(directory), another)
})

it('releases the lock when the database fails to open', async () => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'db'), 'a file where the directory should be')
  await assert.rejects(openDatabase({ url: null, connectionsMax: 1, dataDirectory: directory }), {
    code: 'EEXIST',
  })
  assert.deepEqual(readdirSync(directory), ['db'])
})

it('gives a stale lock to exactly one of many concurrent processes', async (context) => {
  const others = await Promise.all(Array.from({ length: 5 }, () => startOther(context)))
  const sample = newDirectory()
  assert.equal(await others[0]?.lock(sample), 'got')
  const stale = { ...read(sample), pid: await deadPid() }
  for (let round = 1; round <= 40; round += 1) {
    const directory = newDirectory()
    write(directory, stale)
    // In every second case a process died while it removed a lock.
    if (round % 2 === 0) writeFileSync(`${lockOf(directory)}.removing`, JSON.stringify(stale))
    const answers = await Promise.all(others.map((other) => other.lock(directory)))
    const winner = others[answers.indexOf('got')]
    assert.ok(winner, `nobody got it: ${answers.join(', ')}`)
    assert.equal(answers.filter((answer) => answer === 'got').length, 1, `round ${round}: ${answers.join('\n')}`)
    assert.equal(read(directory).pid, winner.pid)
    for (const answer of answers.filter((one) => one !== 'got'))
      assert.match(answer, new RegExp(`^DataDirectoryLocked: .* in use by process ${winner.pid}:`))
    assert.deepEqual(readdirSync(directory), ['ngoma.lock'])
  }
})
