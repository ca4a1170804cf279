/** Starts Ngoma on a separate PostgreSQL, in one or two processes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askConsole } from '../test/e2e/console.ts'
import { type Server, startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { authorization, secret, sendBody, until } from '../test/world.ts'
import type { Profile } from './smpp-profile.ts'
import type { Side, SideOptions } from './smpp-side.ts'

export interface NgomaOptions extends SideOptions {
  readonly binds: number
  /** 1: one process. 2: an API process and a worker. */
  readonly processes: number
  readonly nodeOptions: string
  /** Null disables profiling. */
  readonly profile: Profile | null
}

const carrier = 'bench'
const startSecondsMax = 20

export async function openNgoma(options: NgomaOptions): Promise<Side> {
  const { processes, nodeOptions, profile } = options
  const postgres = await startPostgres({ fsync: true, settings: profile?.postgresSettings ?? {} })
  const servers: Server[] = []
  const stop = async () => {
    for (const server of servers.splice(0)) await server.kill()
    await postgres.stop()
  }
  try {
    const settings = {
      DATABASE_URL: postgres.url,
      NGOMA_SECRET: secret,
      NGOMA_STAGING: 'false',
      NGOMA_CALLBACK_LOOPBACK: 'true',
      NGOMA_RECEIPT_CHECK_SECONDS: '60',
      NODE_OPTIONS: `${nodeOptions} ${profile?.nodeOptions ?? ''}`,
    }
    for (const role of processes === 1 ? ['all'] : ['api', 'worker']) servers.push(await startServer(settings, role))
    const [first, second] = servers
    if (first === undefined) throw new Error('no process was started')
    await setUp(first, options)
    const port = Number(new URL(first.address).port)
    const postmaster = Number(readFileSync(join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return {
      name: 'Ngoma',
      processes: () => ({
        ...(second === undefined ? { server: [first.pid] } : { api: [first.pid], worker: [second.pid] }),
        PostgreSQL: [postmaster],
      }),
      request: { port, request: requestTo(port), acceptedStatus: 200 },
      async stop() {
        if (servers.length > 0) await profile?.keepStatements(postgres.url)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function setUp(server: Server, { smscPort, login, window, binds, callbackPort }: NgomaOptions): Promise<void> {
  await askConsole(server, 'POST', '/accounts/1/credit', { product: 'SMS', amount: '100000000', note: 'bench' })
  await askConsole(server, 'POST', '/accounts/1/webhooks', {
    event: 'delivery-report',
    url: `http://127.0.0.1:${callbackPort}/`,
  })
  const settings = { host: '127.0.0.1', port: smscPort, systemId: login.systemId, window, binds }
  await askConsole(server, 'PUT', `/carriers/${carrier}`, {
    kind: 'smpp',
    settings,
    secrets: { password: login.password },
  })
  await askConsole(server, 'POST', '/routes', { carrier })
  await until('Ngoma is bound', async () => (await findCarrier(server))?.awaySince === null, startSecondsMax)
}

async function findCarrier(server: Server): Promise<{ readonly awaySince: string | null } | undefined> {
  const { data } = await askConsole(server, 'GET', '/carriers')
  return data.find(({ name }: { name: string }) => name === carrier)
}

function requestTo(port: number): string {
  const body = JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: '%PHONE%' }] }))
  // All numbers have the same length.
  const length = body.replace('%PHONE%', '255700000007').length
  const head = [
    'POST /v1/send HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
