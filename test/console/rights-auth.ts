import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { putInvitation } from '../../src/modules/users/store-invitations.ts'
import { command, freshEmail, invite, password } from './people.ts'
import type { Call, Kind, Row, Stage } from './rights-row.ts'

const any = [200, 200, 200, 200, 200, 200] as const
const users = [401, 200, 200, 200, 200, 200] as const
const body = (value: unknown) => () => ({ body: value })
const passwordOf = ({ people }: Stage, kind: Kind) => (kind === 'nobody' ? password : people[kind].password)

const credential = { id: 'none', rawId: 'none', type: 'public-key' }
export const made = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
export const used = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }

/** Sign-in, passwords and second factors. */
export const authRows: readonly Row[] = [
  ['GET /auth/get-session', any],
  [
    'POST /auth/sign-in/email',
    any,
    (stage, kind) => ({
      body: { email: stage.people[kind === 'nobody' ? 'viewer' : kind].email, password: passwordOf(stage, kind) },
    }),
  ],
  [
    'POST /auth/sign-out',
    users,
    async ({ people }, kind) => (kind === 'nobody' ? {} : { cookie: (await people[kind].signIn()).cookie }),
  ],
  ['GET /auth/list-sessions', users],
  ['POST /auth/revoke-session', users, body({ token: 'unknown' })],
  ['POST /auth/revoke-other-sessions', users],
  ['POST /auth/update-user', users, body({ name: 'Another name' })],
  [
    'POST /auth/change-password',
    users,
    (stage, kind) => ({ body: { currentPassword: passwordOf(stage, kind), newPassword: passwordOf(stage, kind) } }),
  ],
  [
    'POST /auth/reset-password',
    any,
    async (stage) => ({ body: { token: (await subject(stage)).token, newPassword: password } }),
  ],
  ['POST /auth/invitation', any, async (stage) => ({ body: { token: await invitationOf(stage) } })],
  [
    'POST /auth/accept-invitation',
    any,
    async (stage) => ({ body: { token: await invitationOf(stage), newPassword: password } }),
  ],
  ['GET /accounts/:account/invitations', [401, 200, 200, 200, 404, 200]],
  [
    'DELETE /accounts/:account/invitations/:invitation',
    [401, 403, 403, 204, 404, 204],
    async (stage) => {
      await invitationOf(stage)
      const { data } = (await command(stage.world, 'GET', `/accounts/${stage.accountId}/invitations`)).body
      return { path: `/accounts/:account/invitations/${data[0].id}` }
    },
  ],
  // No provider is configured here; test/console/oidc.test.ts has one.
  ['POST /auth/oidc', [404, 404, 404, 404, 404, 404]],
  ['POST /auth/oidc/link', [401, 404, 404, 404, 404, 404]],
  ['GET /auth/oauth2/callback/oidc', [302, 302, 302, 302, 302, 302]],
  ['GET /auth/proof', users],
  ['POST /auth/prove', users, (stage, kind) => ({ body: { password: passwordOf(stage, kind) } })],
  ['GET /auth/passkey/generate-register-options', users],
  ['GET /auth/passkey/generate-authenticate-options', any],
  ['GET /auth/passkey/list-user-passkeys', users],
  // Permitted, but the passkey is invalid; test/e2e/passkeys.test.ts has valid ones.
  ['POST /auth/passkey/verify-registration', [401, 400, 400, 400, 400, 400], body({ name: 'Mine', response: made })],
  ['POST /auth/passkey/verify-authentication', [400, 400, 400, 400, 400, 400], body({ response: used })],
  ['POST /auth/passkey/update-passkey', [401, 404, 404, 404, 404, 404], body({ id: 'none', name: 'Mine' })],
  ['POST /auth/passkey/delete-passkey', [401, 404, 404, 404, 404, 404], body({ id: 'none' })],
  ['POST /auth/two-factor/enable', users, (stage, kind) => ({ body: { password: passwordOf(stage, kind) } })],
  ['POST /auth/two-factor/disable', users, (stage, kind) => ({ body: { password: passwordOf(stage, kind) } })],
  // Permitted, but no second factor is set up; test/console/two-factor.test.ts has one.
  [
    'POST /auth/two-factor/generate-backup-codes',
    [401, 400, 400, 400, 400, 400],
    (stage, kind) => ({ body: { password: passwordOf(stage, kind) } }),
  ],
  ['POST /auth/two-factor/verify-totp', [401, 400, 400, 400, 400, 400], withoutFactor],
  ['POST /auth/two-factor/verify-backup-code', [401, 400, 400, 400, 400, 400], withoutFactor],
]

/** Removes second factors that earlier rows have set up. */
async function withoutFactor({ world }: Stage): Promise<Call> {
  await sql`delete from auth_two_factors`.execute(world.db)
  return { body: { code: '000000' } }
}

/** Creates an invitation and returns its token. */
export async function invitationOf({ world, accountId }: Pick<Stage, 'world' | 'accountId'>): Promise<string> {
  const token = randomUUID()
  const invitation = { email: freshEmail(), name: 'Invited', role: 'viewer', token, hours: 1 } as const
  await world.db.transaction((tx) => putInvitation(tx, accountId, invitation))
  return token
}

/** A new member that the call may change or remove. */
const subject = ({ world, accountId }: Stage) => invite(world, accountId, 'viewer')
