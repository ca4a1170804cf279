/** Processes that check the passwords of SMPP customers on one database, without a server. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { startChanges } from '../src/engine/changes.ts'
import { createClock } from '../src/engine/clock.ts'
import type { Database } from '../src/engine/db/index.ts'
import { shareRates } from '../src/engine/flow/shared-rates.ts'
import { createMetrics } from '../src/engine/metrics.ts'
import { openSecrets } from '../src/engine/secrets/index.ts'
import { startEvents } from '../src/modules/events/index.ts'
import { openAuthenticator } from '../src/modules/smpp/credentials/authenticator.ts'
import { secret } from './world.ts'

export type CheckingProcess = Awaited<ReturnType<typeof openCheckingProcess>>

/**
 * `rateNow` is the time of the rate limits, in milliseconds. `given` is the root secret; null for the one in the
 * database.
 */
export async function openCheckingProcess(db: Database, rateNow: () => number, given: string | null = secret) {
  const clock = createClock()
  const log = pino({ level: 'silent' })
  const changes = await startChanges(db)
  const secrets = await openSecrets(db, { given, mayMake: given === null })
  const events = startEvents(db, clock, log)
  const rates = shareRates(db, rateNow)
  const metrics = createMetrics()
  const ctx = { config: readConfig({}), db, changes, clock, log, secrets, events, rates, metrics }
  const authenticator = openAuthenticator(ctx)
  return {
    ctx,
    authenticator,
    metrics,
    async close() {
      await authenticator.stop()
      await rates.stop()
      await events.stop()
      await changes.stop()
    },
  }
}

export async function addTestAccount(db: Database, name: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into accounts (name, created_at) values (${name}, now()) returning id`.execute(db)
  return rows[0]?.id ?? 0
}
