import type { Group } from './read-config.ts'
import { isNo, isYes } from './script.ts'

/** Groups of kind `smsc` that become one carrier. */
export interface Smsc {
  readonly name: string
  /** The first of equal groups. */
  readonly group: Group
  /** How many equal groups there are, each with its instances. */
  readonly binds: number
  /** The group that receives for it: in Kannel, a transmitter and a receiver are two groups. */
  readonly receiver?: Group
  /** Why no route to any carrier may be added, if Ngoma cannot limit the numbers as Kannel does. */
  readonly limit?: string
}

const hasPort = ({ settings }: Group, name: string) => Number(settings.get(name) ?? 0) !== 0

/** Whether messages go in and out over two binds. Kannel ignores receive-port with transceiver-mode, and 0 means none. */
export function isPair(group: Group): boolean {
  const mode = group.settings.get('transceiver-mode')
  return !isYes(mode) && (isNo(mode) || hasPort(group, 'receive-port'))
}

/** Whether Kannel sends nothing over a group. */
export const isReceiver = (group: Group) =>
  group.settings.get('smsc') === 'smpp' &&
  !isYes(group.settings.get('transceiver-mode')) &&
  hasPort(group, 'receive-port') &&
  !hasPort(group, 'port')

const access = ['host', 'smsc-username', 'smsc-password']

/** The receiver of a transmitter, or the transmitter of a receiver. */
const isOther = (group: Group, other: Group) =>
  isReceiver(group) !== isReceiver(other) &&
  !isYes(group.settings.get('transceiver-mode')) &&
  !isYes(other.settings.get('transceiver-mode')) &&
  access.every((name) => group.settings.get(name) === other.settings.get(name))

/** Messages a second over all binds, 0 without a limit. Kannel's throughput is of one bind; never more than agreed, but some. */
export function rateOf({ group, binds }: Pick<Smsc, 'group' | 'binds'>): number {
  const throughput = Number(group.settings.get('throughput')) || 0
  return throughput > 0 ? Math.max(1, Math.floor(throughput * binds)) : 0
}

const nameLengthMax = 32

/** Settings that may differ between the binds of one carrier. */
const ofOneBind = ['instances', 'smsc-admin-id', 'log-file', 'log-level']
const ofMode = ['transceiver-mode', 'receive-port']

/** Joins equal groups, and gives each carrier a name. */
export function listSmscs(groups: readonly Group[]): Smsc[] {
  const found = new Map<string, { group: Group; binds: number }>()
  for (const group of groups) {
    if (isReceiver(group) && groups.some((other) => isOther(group, other))) continue
    const { settings } = group
    const without = [...ofOneBind, ...(isPair(group) ? [] : ofMode)]
    const same = JSON.stringify([...settings].filter(([name]) => !without.includes(name)).toSorted())
    const instances = Number(settings.get('instances')) || 1
    const before = found.get(same)
    if (before === undefined) found.set(same, { group, binds: instances })
    else before.binds += instances
  }
  const names = new Set<string>()
  return [...found.values()].map((one) => {
    const id = one.group.settings.get('smsc-id') ?? ''
    const receiver = isReceiver(one.group) ? undefined : groups.find((other) => isOther(one.group, other))
    const name = freeName(id || (one.group.settings.get('host') ?? ''), names)
    return { ...one, name, ...(receiver && { receiver }) }
  })
}

/** Names of carriers have lower-case letters, digits and dashes. */
function freeName(text: string, names: Set<string>): string {
  const wanted =
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, nameLengthMax) || 'carrier'
  let name = wanted
  for (let number = 2; names.has(name); number += 1) name = `${wanted.slice(0, nameLengthMax - 3)}-${number}`
  names.add(name)
  return name
}
