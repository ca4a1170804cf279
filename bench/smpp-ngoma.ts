/** Starts Ngoma on a separate PostgreSQL, in one or several processes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askConsole } from '../test/e2e/console.ts'
import { type Server, smppPortOf, startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { authorization, secret, sendBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import type { Processes } from './processor.ts'
import type { Shared } from './smpp-run.ts'
import type { Side, SideOptions } from './smpp-side.ts'
import type { SmppTarget } from './smpp-submits.ts'

interface NgomaOptions extends Shared, SideOptions {
  /** Ngoma by default. */
  readonly name?: string
  /** The number of binds of a customer who sends over SMPP and gets receipts. By default messages are sent over HTTP. */
  readonly customerBinds?: number
}

const carrier = 'bench'
const startSecondsMax = 20
/** The window of a customer's bind in either direction. */
const customerWindow = 100

export async function openNgoma(options: NgomaOptions): Promise<Side> {
  const { processes, nodeOptions, profile, name = 'Ngoma', customerBinds } = options
  const postgres = await startPostgres({ fsync: true, settings: profile?.postgresSettings ?? {} })
  let server: Server | null = null
  const stop = async () => {
    await server?.kill()
    server = null
    await postgres.stop()
  }
  try {
    const settings = {
      DATABASE_URL: postgres.url,
      NGOMA_SECRET: secret,
      NGOMA_STAGING: 'false',
      NGOMA_CALLBACK_LOOPBACK: 'true',
      NGOMA_RECEIPT_CHECK_SECONDS: '60',
      ...(customerBinds === undefined ? {} : { NGOMA_SMPP_PORT: '0' }),
      NODE_OPTIONS: `${nodeOptions} ${profile?.nodeOptions ?? ''}`,
    }
    const started = await startServer(settings, 'all', ['serve', '--processes', String(processes)])
    server = started
    const own = processes === 1 ? { server: [started.pid] } : await findProcesses(started)
    await setUp(started, options)
    const port = Number(new URL(started.address).port)
    const target =
      customerBinds === undefined
        ? { port, request: requestTo(port), acceptedStatus: 200 }
        : await openCustomer(started, customerBinds)
    const postmaster = Number(readFileSync(join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return {
      name,
      processes: () => ({ ...own, PostgreSQL: [postmaster] }),
      target,
      async stop() {
        const wasRunning = server !== null
        if (wasRunning) await profile?.keepStatements(postgres.url)
        await stop()
        if (wasRunning) profile?.keepStages()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The processes by role, from the log of the supervisor, which itself uses next to no processor time. */
async function findProcesses(server: Server): Promise<Processes> {
  const find = () => server.output().match(/^\{.*"all processes are serving".*\}$/m)?.[0]
  await until('all processes serve', () => find() !== undefined, startSecondsMax)
  const started: { readonly role: string; readonly pid: number }[] = JSON.parse(find() ?? '').processes
  const byRole = Object.groupBy(started, ({ role }) => role)
  return Object.fromEntries(Object.entries(byRole).map(([role, own = []]) => [role, own.map(({ pid }) => pid)]))
}

async function setUp(
  server: Server,
  { smscPort, login, window, binds, callbackPort, customerBinds }: NgomaOptions,
): Promise<void> {
  await askConsole(server, 'POST', '/accounts/1/credit', { product: 'SMS', amount: '100000000', note: 'bench' })
  if (customerBinds === undefined)
    await askConsole(server, 'POST', '/accounts/1/webhooks', {
      event: 'delivery-report',
      url: `http://127.0.0.1:${callbackPort}/`,
    })
  const settings = { host: '127.0.0.1', port: smscPort, systemId: login.systemId, window, binds }
  await askConsole(server, 'PUT', `/providers/${carrier}`, {
    product: 'sms',
    kind: 'smpp',
    settings,
    secrets: { password: login.password },
  })
  await askConsole(server, 'POST', '/routes', { carrier })
  await askConsole(server, 'POST', '/accounts/1/senders/1/approve')
  await until('Ngoma is bound', async () => (await stateOfCarrier(server)) === 'up', startSecondsMax)
}

/** A credential without a limit, and the port that it binds to. */
async function openCustomer(server: Server, binds: number): Promise<SmppTarget> {
  const settings = { rate: 0, windowSize: customerWindow, bindsMax: binds }
  const { systemId, password } = await askConsole(server, 'POST', '/accounts/1/smpp/credentials', settings)
  return { port: smppPortOf(server), systemId, password, binds }
}

async function stateOfCarrier(server: Server): Promise<string> {
  const { state } = await askConsole(server, 'GET', `/providers/${carrier}`)
  return state
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
