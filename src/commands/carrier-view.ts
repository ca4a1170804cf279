import type { Carrier, CarrierConnection, Route } from '../contract/console/routing.ts'
import { countOf } from '../values/count.ts'
import { describeHealthSettings } from './carrier-health.ts'
import { secondsCell, timeCell } from './command.ts'
import { describeHealth, describeRoute } from './routes.ts'

const isUp = ({ downSince }: CarrierConnection) => downSince === null

function describeConnectivity({ name, connections, awaySince, secretsUnreadable }: Carrier): string {
  if (secretsUnreadable)
    return `unreadable password: set it again with "ngoma carrier change ${name} --password-file FILE"`
  if (awaySince === null) return 'up'
  const since = `down since ${timeCell(awaySince)}`
  // An HTTP carrier has no connections: every process can call it.
  if (connections.length === 0) return `${since}: unreachable, or it rejects the credentials; check the log`
  if (connections.every(({ owner }) => owner === null))
    return `${since}: no process has claimed it; check that a worker is running`
  const problem = connections.find((one) => one.problem !== null)?.problem ?? null
  return problem === null ? 'connecting' : `${since}: ${problem}`
}

export function describeState(carrier: Carrier): string {
  if (carrier.paused) return `paused; ${describeConnectivity(carrier)}`
  return [
    describeConnectivity(carrier),
    ...(carrier.flapping ? [`flapping: ${describeLosses(carrier.connections)}`] : []),
    ...(carrier.throttles > 0 ? [`throttled ${countOf(carrier.throttles, 'time')} in 5 minutes`] : []),
    ...(carrier.health.state === 'in' ? [] : [describeHealth(carrier.health)]),
  ].join('; ')
}

const describeLosses = (connections: readonly CarrierConnection[]) =>
  `lost ${countOf(Math.max(...connections.map(({ losses }) => losses)), 'time')} in 5 minutes`

export const describeBinds = ({ connections }: Carrier) =>
  connections.length === 0 ? '' : `${connections.filter(isUp).length} of ${connections.length}`

/** The host and the process ID. */
const describeOwner = (owner: string | null) =>
  owner === null ? 'unclaimed' : `host ${owner.split(':').slice(0, 2).join(', process ')}`

function describeConnection(connection: CarrierConnection): string {
  const { place, owner, downSince, problem, losses } = connection
  const state =
    downSince === null ? 'up' : `down since ${secondsCell(downSince)}${problem === null ? '' : `: ${problem}`}`
  return `  ${place}. ${describeOwner(owner)}: ${state}${losses === 0 ? '' : `; ${describeLosses([connection])}`}`
}

export function describeOne(carrier: Carrier, routes: readonly Route[]): string {
  const lines: readonly (readonly [string, string])[] = [
    ['Status', describeState(carrier)],
    ['Type', carrier.kind],
    [
      'Routes',
      routes.length === 0
        ? 'none'
        : routes.map((route) => `${describeRoute(route)}, priority ${route.place}`).join('; '),
    ],
    ['Failover', `after ${carrier.failoverSeconds} s`],
    ['Secrets', carrier.secretsUnreadable ? 'unreadable' : carrier.secrets.join(', ') || 'none'],
    ...(carrier.receiptUrl === null ? [] : [['Receipts', `pushed to ${carrier.receiptUrl}`] as const]),
    ...(carrier.messageUrl === null ? [] : [['Inbound', `pushed to ${carrier.messageUrl}`] as const]),
    ['Health', describeHealthSettings(carrier.healthSettings)],
    ['Changed', timeCell(carrier.changedAt)],
  ]
  const head = lines.map(([name, value]) => `  ${name.padEnd(10)}${value}`).join('\n')
  const binds =
    carrier.connections.length === 0
      ? ''
      : `\n\nBinds, ${describeBinds(carrier)} up:\n\n${carrier.connections.map(describeConnection).join('\n')}`
  return `Carrier ${carrier.name}\n\n${head}${binds}\n\nSettings (others have their defaults):\n\n${JSON.stringify(carrier.settings, null, 2)}`
}
