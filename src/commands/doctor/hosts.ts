import type { HostState } from '../../engine/db/index.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

type Answered = Exclude<HostState, { readonly problem: string }>

const isAnswered = (state: HostState): state is Answered => !('problem' in state)

/** Which host is the primary. One host that accepts writes needs no words. */
export function judgeHosts(states: readonly HostState[]): Finding[] {
  const check = 'database hosts'
  const answered = states.filter(isAnswered)
  // The check of the connection says why none answers.
  if (answered.length === 0) return []
  const writable = answered.filter(({ isReadOnly }) => !isReadOnly)
  const said = states.map(describe).join(', ')
  if (writable.length === 0)
    return [
      problem(
        check,
        `${said}: nothing can be stored`,
        'Name the primary in DATABASE_URL, or all hosts of the cluster (host1:5432,host2:5432). If there is no primary, promote a standby.',
      ),
    ]
  if (writable.length > 1)
    return [
      problem(
        check,
        `${said}: several hosts accept writes`,
        'Stop all of them but the right one at once, and make the others its standbys.',
      ),
    ]
  if (answered.length < states.length)
    return [warning(check, said, 'Start the host that does not answer, or remove it from DATABASE_URL.')]
  return states.length === 1 ? [] : [ok(check, said)]
}

function describe(state: HostState): string {
  if (!isAnswered(state)) return `${state.name} does not answer (${state.problem})`
  if (state.isStandby) return `${state.name} is a read-only standby`
  return `${state.name} ${state.isReadOnly ? 'is read-only' : 'is the primary'}`
}

/** Whether a failover can lose what was answered. Nothing is said where there is no standby and none is wanted. */
export function judgeReplication(states: readonly HostState[]): Finding[] {
  const check = 'replication'
  const primary = states.filter(isAnswered).find(({ isReadOnly }) => !isReadOnly)
  if (primary === undefined) return []
  const { standbys, synchronous, synchronousCommit, synchronousStandbyNames } = primary
  const isWanted = synchronousStandbyNames !== ''
  if (standbys === 0 && !isWanted) return []
  if (synchronous === 0 && isWanted)
    return [
      problem(
        check,
        `synchronous_standby_names is ${synchronousStandbyNames}, and no such standby is connected: writes wait for one`,
        'Start the standby, or let Patroni manage synchronous_standby_names (synchronous_mode: true).',
      ),
    ]
  const count = `${standbys} ${standbys === 1 ? 'standby' : 'standbys'}`
  const lossy = isWanted ? (['off', 'local'].includes(synchronousCommit) ? 'synchronous_commit' : null) : 'names'
  if (lossy === null)
    return [
      ok(
        check,
        synchronous === null ? `${count}, synchronous by the settings` : `${count}, ${synchronous} synchronous`,
      ),
    ]
  return [
    warning(
      check,
      lossy === 'names'
        ? `${count}, none of them synchronous: a failover can lose the last sends that were answered`
        : `${count}, but synchronous_commit is ${synchronousCommit}: a failover can lose the last sends that were answered`,
      lossy === 'names'
        ? 'Set synchronous_standby_names, with Patroni synchronous_mode: true (docs/high-availability.md).'
        : 'Set synchronous_commit = on.',
    ),
  ]
}
