/**
 * Writes a CPU profile of each Ngoma process, its division by stage (stages.txt), and PostgreSQL's statistics by
 * statement (statements.txt).
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import pg from 'pg'
import { divideByStage } from './smpp-stages.ts'

export interface Profile {
  readonly nodeOptions: string
  readonly postgresSettings: Readonly<Record<string, string>>
  /** Call it before the database is stopped. */
  keepStatements(databaseUrl: string): Promise<void>
  /** Call it after the processes have ended. */
  keepStages(): void
}

export function profileInto(path: string): Profile {
  const directory = resolve(path)
  mkdirSync(directory, { recursive: true })
  const listProfiles = () => globSync(join(directory, '*.cpuprofile'))
  for (const earlier of listProfiles()) rmSync(earlier)
  return {
    nodeOptions: `--cpu-prof --cpu-prof-dir=${directory}`,
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
    async keepStatements(databaseUrl) {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        await client.query('create extension if not exists pg_stat_statements')
        const { rows } = await client.query<Statement>(`
          select (total_exec_time + total_plan_time)::int as ms, calls::int as calls, rows::int as rows, total_plan_time::int as plan_ms, wal_bytes::float8 as wal, query
            from pg_stat_statements
           order by total_exec_time + total_plan_time desc
           limit 40
        `)
        writeFileSync(join(directory, 'statements.txt'), rows.map(describe).join('\n'))
      } finally {
        await client.end()
      }
    },
    keepStages() {
      writeFileSync(join(directory, 'stages.txt'), listProfiles().map(describeStages).join('\n'))
    },
  }
}

function describeStages(file: string): string {
  const divided = divideByStage(JSON.parse(readFileSync(file, 'utf8')))
  const total = divided.reduce((sum, [, microseconds]) => sum + microseconds, 0)
  const lines = divided.map(([stage, microseconds]) => {
    const share = `${((microseconds / total) * 100).toFixed(1)}%`
    return `  ${stage.padEnd(28)} ${share.padStart(6)} ${(microseconds / 1_000_000).toFixed(2).padStart(8)} s\n`
  })
  return `${basename(file)}\n${lines.join('')}`
}

interface Statement {
  readonly ms: number
  readonly calls: number
  readonly rows: number
  readonly plan_ms: number
  readonly wal: number
  readonly query: string
}

function describe({ ms, calls, rows, plan_ms, wal, query }: Statement): string {
  return `${ms} ms (${plan_ms} of them planning), ${calls} calls, ${rows} rows, ${Math.round(wal / 1_024)} KiB of log\n  ${query.replace(/\s+/g, ' ').trim()}\n`
}
