import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { run } from '../commands/program.ts'
import { isRunning } from '../is-running.ts'
import { openTestDatabase, postgresUrl, type TestDatabase, until } from '../world.ts'
import { startLoad, untilDelivered } from './load.ts'
import { type Server, startServer } from './server.ts'

const phone = '255712345678'

interface Line {
  readonly msg: string
  readonly process?: number
  readonly pid?: number
  readonly processes?: readonly { readonly process: number; readonly role: string; readonly pid: number }[]
}

/** Every line must be complete, although several processes write to the same pipe. The last one may still arrive. */
const linesOf = (server: Server): Line[] =>
  server
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

describe('ngoma serve --processes', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  let database: TestDatabase
  const running: Server[] = []
  before(async () => {
    database = await openTestDatabase('postgres')
  })
  after(async () => {
    await Promise.all(running.map((server) => server.kill('SIGKILL')))
    await database.drop()
  })

  async function start(settings: Readonly<Record<string, string>>, ...options: string[]) {
    const server = await startServer(
      {
        DATABASE_URL: database.url ?? '',
        NGOMA_STAGING: 'true',
        NGOMA_SIMULATOR_DELAY_MS: '100',
        NGOMA_LOG_LEVEL: 'debug',
        ...settings,
      },
      'all',
      ['serve', ...options],
    )
    running.push(server)
    const readProcesses = () => linesOf(server).findLast(({ processes }) => processes !== undefined)?.processes
    await until('all processes serve', () => readProcesses() !== undefined)
    return { server, processes: readProcesses() ?? [] }
  }

  it('serves on one port, replaces a killed process without losing accepted messages, and stops in order', async () => {
    const { server, processes } = await start({}, '--processes', '3')
    assert.deepEqual(
      processes.map(({ role }) => role),
      ['api', 'api', 'worker'],
    )
    const load = startLoad(server.address, 100, phone)
    await load.goOn(0.2, 30)
    await until('both api processes have accepted a send', async () => {
      // The system chooses a process for each connection, and a load keeps its connections.
      const another = startLoad(server.address, 100, phone)
      await another.goOn(0, 5)
      await another.stop()
      const metrics = await (await fetch(`${server.address}/metrics`)).text()
      return [1, 2].every((number) =>
        new RegExp(`^ngoma_sms_accepted_total\\{process="${number}"\\} [1-9]`, 'm').test(metrics),
      )
    })
    process.kill(processes[0]?.pid ?? 0, 'SIGKILL')
    await until(
      'it is replaced',
      () => linesOf(server).filter(({ msg, process: number }) => msg === 'serving' && number === 1).length === 2,
    )
    await load.goOn(0, 10)
    await load.stop()
    await untilDelivered(server.address, phone, load.sent, 60)
    // A process that is too busy to answer in time is left out.
    await until('the metrics include all processes', async () => {
      const metrics = await (await fetch(`${server.address}/metrics`)).text()
      return (
        [1, 2, 3].every((number) =>
          new RegExp(`^ngoma_build_info\\{.*,process="${number}"\\} 1$`, 'm').test(metrics),
        ) && /^ngoma_sms_submitted_total\{.*,process="3"\} [1-9]/m.test(metrics)
      )
    })

    assert.equal(await server.kill('SIGTERM'), 0)
    const messagesOf = () => linesOf(server).map(({ msg, process: number }) => `${number ?? 'supervisor'}: ${msg}`)
    // The process may end before its output is read.
    await until('the last line is read', () => messagesOf().at(-1) === 'supervisor: all processes have stopped')
    const messages = messagesOf()
    assert.ok(messages.lastIndexOf('3: stopping') > messages.lastIndexOf('1: stopped'))
    assert.ok(messages.lastIndexOf('3: stopping') > messages.lastIndexOf('2: stopped'))
  })

  it('prints the first credentials once, and ends its processes when it is killed', async (context) => {
    const empty = await openTestDatabase('postgres')
    context.after(() => empty.drop())
    const { server, processes } = await start({ DATABASE_URL: empty.url ?? '', NGOMA_PROCESSES: '2' })
    assert.equal(server.output().match(/Welcome to Ngoma/g)?.length, 1)
    await server.kill('SIGKILL')
    await until('its processes have ended', () => !processes.some(({ pid }) => isRunning(pid)))
    await until('they finish their work', () => linesOf(server).filter(({ msg }) => msg === 'stopped').length === 2)
  })

  it('ends with one message when the first process cannot start', async () => {
    const url = new URL(database.url ?? '')
    url.pathname = '/missing'
    const { code, err } = await run(['serve', '--processes', '2'], {
      DATABASE_URL: url.href,
      NGOMA_STAGING: 'true',
      PORT: '0',
    })
    assert.equal(code, 1)
    assert.match(err, /^ngoma: .*database "missing" does not exist.*\n$/)
  })
})
