import type { Right } from './rules.ts'
import { NameBody } from './schema.ts'

/** Where better-auth's endpoints are. */
export const authPath = '/console/v1/auth'

/**
 * The header in which the caller's address is handed over: better-auth would otherwise believe anybody's
 * X-Forwarded-For.
 */
export const addressHeader = 'x-ngoma-address'

/**
 * Nothing is ever sent there: requests to better-auth stay in this process, and it never sees under which name we are
 * reached.
 */
export const authOrigin = 'http://console.invalid'

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly may: Right
  readonly does?: string
  /** What is handed on of a body: better-auth reads more than we mean to offer. */
  readonly fields?: readonly string[]
  readonly schema?: { readonly body: unknown }
  /**
   * Wrong passwords are counted here as they are where one signs in: whoever got hold of a session must not be able to
   * guess for ever.
   */
  readonly asksPassword?: true
  /** Whoever calls it has signed in by half, or wholly: their cookies say who they are. */
  readonly secondStep?: true
}

/**
 * Those of better-auth's endpoints that we serve, and who may call them. What is not here does not exist for the
 * outside: signing up, for one.
 */
export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/get-session', may: 'anyone' },
  {
    method: 'POST',
    path: '/sign-in/email',
    may: 'anyone',
    does: 'session.begin',
    fields: ['email', 'password', 'rememberMe'],
    asksPassword: true,
  },
  { method: 'POST', path: '/sign-out', may: 'user', does: 'session.end' },
  { method: 'GET', path: '/list-sessions', may: 'user' },
  { method: 'POST', path: '/revoke-session', may: 'user', does: 'session.revoke', fields: ['token'] },
  { method: 'POST', path: '/revoke-other-sessions', may: 'user', does: 'session.revoke-others' },
  {
    method: 'POST',
    path: '/update-user',
    may: 'user',
    does: 'user.update',
    fields: ['name'],
    schema: { body: NameBody },
  },
  {
    method: 'POST',
    path: '/change-password',
    may: 'user',
    does: 'password.change',
    fields: ['currentPassword', 'newPassword'],
    asksPassword: true,
  },
  { method: 'POST', path: '/reset-password', may: 'anyone', does: 'password.reset', fields: ['token', 'newPassword'] },
  {
    method: 'POST',
    path: '/two-factor/enable',
    may: 'user',
    does: 'two-factor.enable',
    fields: ['password'],
    asksPassword: true,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    may: 'user',
    does: 'two-factor.disable',
    fields: ['password'],
    asksPassword: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    may: 'user',
    does: 'two-factor.backup-codes',
    fields: ['password'],
    asksPassword: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    may: 'anyone',
    does: 'two-factor.verify',
    fields: ['code', 'trustDevice'],
    secondStep: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    may: 'anyone',
    does: 'two-factor.verify-backup-code',
    fields: ['code', 'trustDevice'],
    secondStep: true,
  },
]
