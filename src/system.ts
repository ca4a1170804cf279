import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ProcessRole } from './app.ts'
import type { Context } from './context.ts'

export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** What this process is and what it stands on, for operators and for `ngoma doctor`. */
export function systemConsole(app: FastifyInstance, ctx: Context, role: ProcessRole): void {
  const { config, db, carriers } = ctx

  app.get('/console/v1/system', { config: { area: 'console', may: 'operator' } }, async () => {
    const asked = Date.now()
    const { rows } = await sql<{ version: string; now: Date }>`select current_setting('server_version') as version, clock_timestamp() as now`.execute(db)
    return {
      version,
      node: process.version,
      pid: process.pid,
      role,
      port: config.port,
      staging: config.staging,
      database: { engine: db.engine, version: rows[0]?.version ?? null, clockAheadMs: rows[0] ? rows[0].now.getTime() - (asked + Date.now()) / 2 : null },
      carriers: carriers.map((carrier) => ({ name: carrier.name, ready: carrier.ready() })),
    }
  })
}
