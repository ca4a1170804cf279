/** Objects of an account that its API cannot create. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { putInvitation } from '../src/modules/users/store-invitations.ts'
import { command, freshEmail } from './console/people.ts'
import type { World } from './world.ts'

/** A campaign that has ended with a failed message. */
export async function failedCampaign(world: World, accountId: number): Promise<number> {
  const draft = { name: 'Offer', from: 'INFO', text: 'Hello' }
  const { id } = (await command(world, 'POST', `/accounts/${accountId}/campaigns`, draft)).body
  const now = world.clock.now()
  await sql`update campaigns set status = 'done', ended_at = ${now} where id = ${id}`.execute(world.db)
  await sql`
    insert into campaign_hours (campaign_id, hour, account_id, failed)
    values (${id}, date_trunc('hour', ${now}::timestamptz), ${accountId}, 1)
  `.execute(world.db)
  return id
}

/** A block of the fraud guard, for one hour. */
export async function addBlock(world: World, accountId: number, prefix = '25571234'): Promise<string> {
  const until = new Date(world.clock.now().getTime() + 3_600_000)
  await sql`
    insert into otp_prefixes (account_id, app_number, prefix, requests, verified, on_trial, blocked_until, changed_at)
    values (${accountId}, 1, ${prefix}, 30, 0, false, ${until}, ${world.clock.now()})
  `.execute(world.db)
  return `1-${prefix}`
}

/** An invitation; returns its token. */
export async function addInvitation(world: World, accountId: number): Promise<string> {
  const token = randomUUID()
  const invitation = { email: freshEmail(), name: 'Invited', role: 'viewer', token, hours: 1 } as const
  await world.db.transaction((tx) => putInvitation(tx, accountId, invitation))
  return token
}
