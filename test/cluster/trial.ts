/** One failover under load, and what it cost. */
import { randomBytes } from 'node:crypto'
import { parseHosts } from '../../src/engine/db/hosts.ts'
import { createServers } from '../../src/engine/db/servers.ts'
import { startSmsc } from '../../tools/smsc/smsc.ts'
import { settingsOf } from '../centres.ts'
import { askConsole } from '../e2e/console.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { startReceiver } from '../receiver.ts'
import { secret, until } from '../world.ts'
import { startClients } from './clients.ts'
import type { Cluster } from './patroni.ts'

export interface Trial {
  readonly accepted: number
  /** Accepted sends that the database does not have after the failover. */
  readonly lost: number
  /** Messages that the carrier got more than once, and how many that may be. */
  readonly duplicates: number
  readonly duplicatesMax: number
  /** Seconds after the kill until a send was accepted, a message submitted and a webhook delivered again. */
  readonly acceptedAfter: number
  readonly submittedAfter: number
  readonly calledAfter: number
  /** Accepted messages without a webhook in the end. */
  readonly untold: number
  /** Warnings and errors that a process logged, at most. */
  readonly logLines: number
}

const perSecond = 20
const window = 20
const settleSeconds = 5
const connectMsMax = 5_000
const failoverSecondsMax = 120
/** Leases and held connections end ten seconds after their last renewal. */
const drainSecondsMax = 180

export async function tryFailover(cluster: Cluster, urlOf: (database: string) => string): Promise<Trial> {
  const database = `ngoma_${randomBytes(4).toString('hex')}`
  await query(urlOf('postgres'), `create database ${database}`)
  const smsc = await startSmsc({ delayMs: 20 })
  const calls: { readonly phone: string; readonly atMs: number }[] = []
  const receiver = await startReceiver({
    answer({ text }) {
      calls.push({ phone: JSON.parse(text).dest_addr, atMs: performance.now() })
      return { status: 200 }
    },
  })
  const servers: Server[] = []
  const settings = {
    DATABASE_URL: urlOf(database),
    NGOMA_STAGING: 'true',
    NGOMA_SECRET: secret,
    NGOMA_QUEUE_AGE_SECONDS: '0',
  }
  const start = async (role: string) => {
    // As a service manager does: a start that finds no database in two seconds is repeated.
    const server = await startServer(settings, role).catch(() => startServer(settings, role))
    servers.push(server)
    return server
  }
  try {
    const apis = [await start('api'), await start('api')]
    await Promise.all([start('worker'), start('worker')])
    const [first] = apis as [Server, Server]
    const carrier = settingsOf(smsc, { window, answerSeconds: 3, enquireSeconds: 1 })
    await askConsole(first, 'PUT', '/providers/one', {
      product: 'sms',
      kind: 'smpp',
      settings: carrier,
      secrets: { password: 'secret' },
    })
    await askConsole(first, 'POST', '/routes', { carrier: 'one' })
    await askConsole(first, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url: receiver.url })
    const clients = startClients(
      apis.map(({ address }) => address),
      perSecond,
    )
    await until('messages are delivered', () => calls.length > perSecond * settleSeconds, 60)

    const node = await cluster.killPrimary()
    const killedAtMs = performance.now()
    const submittedAtKill = smsc.counts().distinct
    const after = (atMs: number) => (atMs - killedAtMs) / 1_000
    let submittedAfter: number | null = null
    const watch = setInterval(() => {
      // Submits in flight at the kill may still arrive; more than a window can only come from the new primary.
      if (submittedAfter === null && smsc.counts().distinct > submittedAtKill + window)
        submittedAfter = after(performance.now())
    }, 10)
    // Whatever the old primary had committed is answered within a second.
    const isAfter = ({ atMs }: { readonly atMs: number }) => after(atMs) > 1
    await until('sends are accepted again', () => clients.accepted.some(isAfter), failoverSecondsMax)
    await until('messages are submitted again', () => submittedAfter !== null, failoverSecondsMax)
    const acceptedBefore = clients.accepted.length
    await until('the load goes on', () => clients.accepted.length > acceptedBefore + perSecond * settleSeconds, 60)
    await clients.stop()
    clearInterval(watch)
    if (clients.refused.length > 0) throw new Error(`sends were refused: ${clients.refused[0]}`)

    const accepted = new Set(clients.accepted.map(({ phone }) => phone))
    const reported = () => new Set(calls.map(({ phone }) => phone))
    await until(
      'every webhook is delivered',
      () => [...accepted].every((phone) => reported().has(phone)),
      drainSecondsMax,
    ).catch(() => {})
    const stored = new Set(
      (await query(urlOf(database), 'select phone from sms_messages')).map(({ phone }) => String(phone)),
    )
    await cluster.restore(node)
    return {
      accepted: accepted.size,
      lost: [...accepted].filter((phone) => !stored.has(phone)).length,
      duplicates: smsc.counts().duplicate,
      duplicatesMax: window,
      acceptedAfter: after(Math.min(...clients.accepted.filter(isAfter).map(({ atMs }) => atMs))),
      submittedAfter: submittedAfter ?? Number.NaN,
      calledAfter: after(Math.min(...calls.filter(isAfter).map(({ atMs }) => atMs))),
      untold: [...accepted].filter((phone) => !reported().has(phone)).length,
      logLines: Math.max(...servers.map(({ output }) => output().match(/"level":(40|50)/g)?.length ?? 0)),
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    await receiver.close()
    await smsc.close()
  }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const hosts = parseHosts(url)
  if (hosts === null) throw new Error('the URL of the cluster is invalid')
  const client = await createServers(hosts, connectMsMax).connect({})
  return (await client.query(text).finally(() => client.end())).rows
}
