/** One server for all test files of a process; each file has an account of its own. */
import { after } from 'node:test'
import { adminPassword, command } from './console/people.ts'
import { assertLedger } from './ledger.ts'
import { basic, callsWith, type EngineName, openWorld, type World } from './world.ts'

const servers = new Map<EngineName, Promise<World>>()
/** The logs of the open worlds, so that lines are dropped with the world that reads them. */
const readers = new Set<string[]>()

/**
 * A new account with credit and the sender ID INFO, on the shared server. Files that change settings, carriers, prices or
 * the clock, restart the server, write wrong balances or counts, or count rows of all accounts, use `openWorld`.
 */
export async function shareWorld(engine: EngineName): Promise<World> {
  const server = servers.get(engine) ?? openServer(engine)
  servers.set(engine, server)
  const world = await server

  const { id: accountId } = await create(world, '/accounts', { name: 'A test file' })
  const path = `/accounts/${accountId}/keys`
  const { apiKey, secret } = await create(world, path, { name: 'first key' })
  const authorization = basic(apiKey, secret)
  const logs: string[] = []
  readers.add(logs)
  return {
    ...world,
    clock: { ...world.clock, moveForward: refuseMove },
    logs,
    accountId,
    apiKey,
    apiSecret: secret,
    authorization,
    ...callsWith((method, path, { headers = {}, ...options } = {}) =>
      world.request(method, path, { ...options, headers: { authorization, ...headers } }),
    ),
    async close() {
      readers.delete(logs)
      await assertLedger(world.db)
      world.assertDocumented()
    },
  }
}

function openServer(engine: EngineName): Promise<World> {
  const onLog = (line: string) => {
    for (const logs of readers) logs.push(line)
  }
  return openWorld(engine, { config: { adminPassword }, onLog })
}

async function create(world: World, path: string, body: object) {
  const { status, body: created, text } = await command(world, 'POST', path, body)
  if (status !== 201) throw new Error(`POST ${path} answered ${text}`)
  return created
}

function refuseMove(): never {
  throw new Error('The clock of the shared server cannot move. Use openWorld instead of shareWorld.')
}

after(async () => {
  for (const server of servers.values()) await (await server).close()
})
