import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { describe, it } from 'node:test'
import { openTestDatabase, postgresUrl, until } from '../world.ts'
import { type Server, startServer } from './server.ts'

interface Answer {
  readonly status: number
  readonly connection: string | undefined
  readonly body: string
}

/** Over a connection of the agent, or a new one. */
const ask = (server: Server, path: string, agent: Agent | false = false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(`${server.address}${path}`, { agent }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body }),
      )
    }).on('error', reject)
  })

describe('A stopping server', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('fails /ready, answers every request during the drain, and stops at once on a second signal', async (context) => {
    const database = await openTestDatabase('postgres')
    context.after(() => database.drop())
    const server = await startServer({
      DATABASE_URL: database.url ?? '',
      NGOMA_STAGING: 'true',
      NGOMA_DRAIN_SECONDS: '60',
    })
    context.after(() => server.kill('SIGKILL'))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    context.after(() => agent.destroy())
    process.kill(server.pid, 'SIGHUP')
    assert.equal((await ask(server, '/ready', agent)).status, 200)

    process.kill(server.pid, 'SIGTERM')
    await until('it is not ready', async () => (await ask(server, '/ready')).status === 503)
    const answers: Answer[] = []
    for (let times = 0; times < 50; times += 1)
      answers.push(await ask(server, '/health', agent), await ask(server, '/health'))
    assert.deepEqual(
      new Set(answers.map(({ status, connection }) => `${status} ${connection}`)),
      new Set(['200 close']),
    )
    const ready = await ask(server, '/ready')
    assert.equal(ready.status, 503)
    assert.equal(JSON.parse(ready.body).draining, true)

    assert.equal(await server.kill('SIGTERM'), 0)
  })

  it('stops after the drain', async (context) => {
    const database = await openTestDatabase('postgres')
    context.after(() => database.drop())
    const server = await startServer({
      DATABASE_URL: database.url ?? '',
      NGOMA_STAGING: 'true',
      NGOMA_DRAIN_SECONDS: '1',
    })
    context.after(() => server.kill('SIGKILL'))
    const toldAt = performance.now()
    assert.equal(await server.kill('SIGTERM'), 0)
    assert.ok(performance.now() - toldAt >= 1_000)
  })
})
