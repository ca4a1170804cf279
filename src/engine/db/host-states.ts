import { parseHosts, type SessionState } from './hosts.ts'
import { connectTo } from './servers.ts'

/** State of one host of a URL; `problem` says why it could not be read. */
export type HostState = { readonly name: string } & (HostAnswer | { readonly problem: string })

interface HostAnswer extends SessionState {
  readonly synchronousCommit: string
  readonly synchronousStandbyNames: string
  readonly standbys: number
  /** Number of standbys with state sync or quorum; null when the user lacks permission to read it. */
  readonly synchronous: number | null
}

/** Queries every host, regardless of `target_session_attrs`. */
export async function readHostStates(url: string, msMax: number): Promise<HostState[]> {
  const asked = { text: question, query_timeout: msMax }
  const { hosts } = parseHosts(url) ?? { hosts: [] }
  return Promise.all(
    hosts.map(async (host) => {
      try {
        const client = await connectTo(host, 'any', msMax)
        const { rows } = await client.query<HostAnswer>(asked).finally(() => client.end())
        return { name: host.name, ...(rows[0] ?? { problem: 'no response' }) }
      } catch (error) {
        return { name: host.name, problem: (error as Error).message || String(error) }
      }
    }),
  )
}

const question = `
  select pg_is_in_recovery() as "isStandby",
         current_setting('transaction_read_only') = 'on' as "isReadOnly",
         current_setting('synchronous_commit') as "synchronousCommit",
         current_setting('synchronous_standby_names') as "synchronousStandbyNames",
         count(r.pid)::int as standbys,
         case when count(r.pid) = count(r.sync_state)
              then count(*) filter (where r.sync_state in ('sync', 'quorum'))::int end as synchronous
    from (select 1) one
    left join pg_stat_replication r on r.application_name is distinct from 'pg_basebackup'
`
