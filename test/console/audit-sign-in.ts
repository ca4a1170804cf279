/** Audited changes of invitations, passkeys, single sign-on and step-up authentication. */
import type { ProductsStage, Walk, Wanted } from './audit-walk.ts'
import { command, type Person, password } from './people.ts'
import { invitationOf, made, used } from './rights-auth.ts'

export async function walkSignIn(
  walk: Walk,
  { world, accountId, owner }: Pick<ProductsStage, 'world' | 'accountId' | 'owner'>,
): Promise<void> {
  const account = `/accounts/${accountId}`
  const anyone = { actor: 'anyone' }
  const params = (more: Record<string, string>) => ({ account: String(accountId), ...more })
  const auth = (who: Person, path: string, body: unknown, wanted: Wanted) =>
    walk(who, 'POST', `/auth${path}`, `/auth${path}`, body, wanted)
  const accepted = await invitationOf({ world, accountId })
  await auth(
    owner,
    '/accept-invitation',
    { token: accepted, newPassword: password },
    { ...anyone, action: 'invitation.accept', status: 200, accountId, detail: { role: 'viewer' } },
  )
  await invitationOf({ world, accountId })
  const invitation = String((await command(world, 'GET', `${account}/invitations`)).body.data[0].id)
  await walk(
    owner,
    'DELETE',
    '/accounts/:account/invitations/:invitation',
    `${account}/invitations/${invitation}`,
    undefined,
    { action: 'invitation.remove', status: 204, params: params({ invitation }) },
  )
  await auth(
    owner,
    '/passkey/verify-registration',
    { name: 'Mine', response: made },
    { action: 'passkey.add', status: 400 },
  )
  await auth(owner, '/passkey/update-passkey', { id: 'none', name: 'Mine' }, { action: 'passkey.rename', status: 404 })
  await auth(owner, '/passkey/delete-passkey', { id: 'none' }, { action: 'passkey.remove', status: 404 })
  await auth(
    owner,
    '/passkey/verify-authentication',
    { response: used },
    { ...anyone, action: 'session.begin-passkey', status: 400 },
  )
  await auth(owner, '/oidc/link', undefined, { action: 'oidc.link', status: 404 })
  await auth(owner, '/prove', { password }, { action: 'session.prove', status: 200 })
}
