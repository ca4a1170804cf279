import type { Carrier, CarrierConnection, Route } from '../contract/console/routing.ts'
import { describeHealthSettings } from './carrier-health.ts'
import { secondsCell, timeCell } from './command.ts'
import { describeHealth, describeRoute } from './routes.ts'

/** Carriers as the console shows them, in words for people. */

const isUp = ({ downSince }: CarrierConnection) => downSince === null

/** How its connections are, in words. */
function describeReach({ name, connections, awaySince, secretsUnreadable }: Carrier): string {
  if (secretsUnreadable)
    return `secret unreadable: set the password again (ngoma carrier change ${name} --password-file FILE)`
  if (awaySince === null) return 'up'
  const since = `away since ${timeCell(awaySince)}`
  // One over HTTP has none: any process may speak to it.
  if (connections.length === 0) return `${since}: it can not be reached, or does not let us in; the log says why`
  if (connections.every(({ owner }) => owner === null)) return `${since}: no process has it; does one run that sends?`
  const problem = connections.find((one) => one.problem !== null)?.problem ?? null
  return problem === null ? 'connecting' : `${since}: ${problem}`
}

export function describeState(carrier: Carrier): string {
  if (carrier.paused) return `paused; ${describeReach(carrier)}`
  return [
    describeReach(carrier),
    ...(carrier.throttles > 0 ? [`throttled ${carrier.throttles} times in 5 minutes`] : []),
    ...(carrier.health.state === 'in' ? [] : [describeHealth(carrier.health)]),
  ].join('; ')
}

export const describeBinds = ({ connections }: Carrier) =>
  connections.length === 0 ? '' : `${connections.filter(isUp).length} of ${connections.length}`

/** Its process as people know it: the machine, and the number there. */
const describeOwner = (owner: string | null) =>
  owner === null ? 'nobody has it' : `at ${owner.split(':').slice(0, 2).join(', process ')}`

function describeConnection(connection: CarrierConnection): string {
  const { place, owner, downSince, problem } = connection
  const state =
    downSince === null ? 'up' : `down since ${secondsCell(downSince)}${problem === null ? '' : `: ${problem}`}`
  return `  ${place}. ${describeOwner(owner)}: ${state}`
}

export function describeOne(carrier: Carrier, routes: readonly Route[]): string {
  const lines: readonly (readonly [string, string])[] = [
    ['State', describeState(carrier)],
    ['Kind', carrier.kind],
    [
      'Routes',
      routes.length === 0 ? 'none' : routes.map((route) => `${describeRoute(route)}, place ${route.place}`).join('; '),
    ],
    ['Failover', `after ${carrier.failoverSeconds} s`],
    ['Secrets', carrier.secretsUnreadable ? 'unreadable' : carrier.secrets.join(', ') || 'none'],
    ...(carrier.receiptUrl === null ? [] : [['Receipts', `pushed to ${carrier.receiptUrl}`] as const]),
    ['Health', describeHealthSettings(carrier.healthSettings)],
    ['Changed', timeCell(carrier.changedAt)],
  ]
  const head = lines.map(([name, value]) => `  ${name.padEnd(10)}${value}`).join('\n')
  const binds =
    carrier.connections.length === 0
      ? ''
      : `\n\nBinds, ${describeBinds(carrier)} up:\n\n${carrier.connections.map(describeConnection).join('\n')}`
  return `Carrier ${carrier.name}\n\n${head}${binds}\n\nSettings; those that are not here have their defaults:\n\n${JSON.stringify(carrier.settings, null, 2)}`
}
