import type { Group } from './read-config.ts'

/** Groups of kind `smsc` that become one carrier. */
export interface Smsc {
  readonly name: string
  /** The first of equal groups. */
  readonly group: Group
  /** How many equal groups there are, each with its instances. */
  readonly binds: number
}

/** Messages a second over all binds, 0 without a limit. Kannel's throughput is of one bind; never more than agreed, but some. */
export function rateOf({ group, binds }: Pick<Smsc, 'group' | 'binds'>): number {
  const throughput = Number(group.settings.get('throughput')) || 0
  return throughput > 0 ? Math.max(1, Math.floor(throughput * binds)) : 0
}

const nameLengthMax = 32

/** Settings that may differ between the binds of one carrier. */
const ofOneBind = ['instances', 'smsc-admin-id', 'log-file', 'log-level']

/** Joins equal groups, and gives each carrier a name. */
export function listSmscs(groups: readonly Group[]): Smsc[] {
  const found = new Map<string, { group: Group; binds: number }>()
  for (const group of groups) {
    const { settings } = group
    const same = JSON.stringify([...settings].filter(([name]) => !ofOneBind.includes(name)).toSorted())
    const instances = Number(settings.get('instances')) || 1
    const before = found.get(same)
    if (before === undefined) found.set(same, { group, binds: instances })
    else before.binds += instances
  }
  const names = new Set<string>()
  return [...found.values()].map((one) => {
    const id = one.group.settings.get('smsc-id') ?? ''
    return { ...one, name: freeName(id || (one.group.settings.get('host') ?? ''), names) }
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
