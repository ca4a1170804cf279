import type { HostState } from '../../engine/db/index.ts'
import { countOf } from '../../values/count.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Answered = Exclude<HostState, { readonly problem: string }>

const isAnswered = (state: HostState): state is Answered => !('problem' in state)

/** Finds the primary. Reports nothing for a single writable host. */
export function checkHosts(states: readonly HostState[]): Finding[] {
  const check = 'database hosts'
  const answered = states.filter(isAnswered)
  // The database check reports the reason.
  if (answered.length === 0) return []
  const writable = answered.filter(({ isReadOnly }) => !isReadOnly)
  const summary = states.map(describe).join(', ')
  if (writable.length === 0)
    return [
      problem(
        check,
        `${summary}: no host accepts writes`,
        'Set DATABASE_URL to the primary, or to all hosts of the cluster (host1:5432,host2:5432). If the cluster has no primary, promote a standby.',
      ),
    ]
  if (writable.length > 1)
    return [
      problem(
        check,
        `${summary}: several hosts accept writes`,
        'Stop all but the correct primary at once, and turn the others into its standbys.',
      ),
    ]
  if (answered.length < states.length)
    return [warning(check, summary, 'Start the host that does not respond, or remove it from DATABASE_URL.')]
  return states.length === 1 ? [] : [ok(check, summary)]
}

function describe(state: HostState): string {
  if (!isAnswered(state)) return `${state.name} does not respond (${state.problem})`
  if (state.isStandby) return `${state.name} is a read-only standby`
  return `${state.name} ${state.isReadOnly ? 'is read-only' : 'is the primary'}`
}

/** Checks whether a failover can lose acknowledged writes. Reports nothing without standbys. */
export function checkReplication(states: readonly HostState[]): Finding[] {
  const check = 'replication'
  const primary = states.filter(isAnswered).find(({ isReadOnly }) => !isReadOnly)
  if (primary === undefined) return []
  const { standbys, synchronous, synchronousCommit, synchronousStandbyNames } = primary
  const isConfigured = synchronousStandbyNames !== ''
  if (standbys === 0 && !isConfigured) return []
  if (synchronous === 0 && isConfigured)
    return [
      problem(
        check,
        `synchronous_standby_names is ${synchronousStandbyNames}, but no such standby is connected: writes wait until one connects`,
        'Start the standby, or let Patroni manage synchronous_standby_names (synchronous_mode: true).',
      ),
    ]
  const count = countOf(standbys, 'standby')
  const lossy = (why: string, advice: string) => [
    warning(check, `${count}, but ${why}: a failover can lose the last accepted messages`, advice),
  ]
  if (!isConfigured)
    return lossy(
      'not synchronous',
      'Set synchronous_standby_names. With Patroni, set synchronous_mode: true (docs/high-availability.md).',
    )
  if (['off', 'local'].includes(synchronousCommit))
    return lossy(`synchronous_commit is ${synchronousCommit}`, 'Set synchronous_commit = on.')
  const state = synchronous === null ? 'synchronous according to the settings' : `${synchronous} synchronous`
  return [ok(check, `${count}, ${state}`)]
}
