import type { signInRoutes } from '../../contract/console/sign-in.ts'
import type { Right } from './rules.ts'

/** Where better-auth's endpoints are. */
export const authPath = '/console/v1/auth'

/**
 * The header in which the caller's address is handed over: better-auth would otherwise believe anybody's
 * X-Forwarded-For.
 */
export const addressHeader = 'x-ngoma-address'

/** Set for a device that its user has signed in with before: limits by address are not for it. */
export const knownDeviceHeader = 'x-ngoma-known-device'

/**
 * Nothing is ever sent there: requests to better-auth stay in this process, and it never sees under which name we are
 * reached.
 */
export const authOrigin = 'http://console.invalid'

export interface Endpoint {
  readonly route: keyof typeof signInRoutes
  readonly may: Right
  readonly does?: string
  /** The session must have proved itself lately. */
  readonly asksProof?: true
  /** Anyone may ask, and something is kept for each question. */
  readonly isLimited?: true
  /** What is handed on of a body: better-auth reads more than we mean to offer. */
  readonly fields?: readonly string[]
  /** The schema judges the body, in the place of better-auth. */
  readonly judgedBySchema?: true
  /**
   * Wrong passwords are counted here as they are where one signs in: whoever got hold of a session must not be able to
   * guess for ever.
   */
  readonly asksPassword?: true
  /**
   * Whether a session that begins here took two factors; `kept`: if the one before did. Left out where none begins:
   * other answers only renew the cookie of a session, which proves nothing.
   */
  readonly secondFactor?: boolean | 'kept' | 'if the user has one'
  /** Whoever calls it has signed in by half, or wholly: their cookies say who they are. */
  readonly secondStep?: true
}

const passkeyEndpoints: readonly Endpoint[] = [
  { route: 'GET /auth/passkey/generate-register-options', may: 'user', asksProof: true },
  {
    route: 'POST /auth/passkey/verify-registration',
    may: 'user',
    does: 'passkey.add',
    asksProof: true,
    fields: ['response', 'name'],
    judgedBySchema: true,
  },
  { route: 'GET /auth/passkey/list-user-passkeys', may: 'user' },
  {
    route: 'POST /auth/passkey/update-passkey',
    may: 'user',
    does: 'passkey.rename',
    fields: ['id', 'name'],
    judgedBySchema: true,
  },
  {
    route: 'POST /auth/passkey/delete-passkey',
    may: 'user',
    does: 'passkey.remove',
    asksProof: true,
    fields: ['id'],
    judgedBySchema: true,
  },
  { route: 'GET /auth/passkey/generate-authenticate-options', may: 'anyone', isLimited: true },
  {
    route: 'POST /auth/passkey/verify-authentication',
    may: 'anyone',
    does: 'session.begin-passkey',
    fields: ['response'],
    judgedBySchema: true,
    secondFactor: true,
  },
]

/**
 * Those of better-auth's endpoints that we serve, and who may call them. What is not here does not exist for the
 * outside: signing up, for one.
 */
export const endpoints: readonly Endpoint[] = [
  ...passkeyEndpoints,
  { route: 'GET /auth/get-session', may: 'anyone' },
  {
    route: 'POST /auth/sign-in/email',
    may: 'anyone',
    does: 'session.begin',
    fields: ['email', 'password', 'rememberMe'],
    asksPassword: true,
    // Where the user has a second factor, the session stays only on a device that they trust.
    secondFactor: 'if the user has one',
  },
  { route: 'POST /auth/sign-out', may: 'user', does: 'session.end' },
  { route: 'GET /auth/list-sessions', may: 'user' },
  { route: 'POST /auth/revoke-session', may: 'user', does: 'session.revoke', fields: ['token'] },
  { route: 'POST /auth/revoke-other-sessions', may: 'user', does: 'session.revoke-others' },
  {
    route: 'POST /auth/update-user',
    may: 'user',
    does: 'user.update',
    fields: ['name'],
    judgedBySchema: true,
  },
  {
    route: 'POST /auth/change-password',
    may: 'user',
    does: 'password.change',
    fields: ['currentPassword', 'newPassword'],
    asksPassword: true,
    secondFactor: 'kept',
  },
  { route: 'POST /auth/reset-password', may: 'anyone', does: 'password.reset', fields: ['token', 'newPassword'] },
  {
    route: 'POST /auth/two-factor/enable',
    may: 'user',
    does: 'two-factor.enable',
    fields: ['password'],
    asksPassword: true,
  },
  {
    route: 'POST /auth/two-factor/disable',
    may: 'user',
    does: 'two-factor.disable',
    fields: ['password'],
    asksPassword: true,
    secondFactor: false,
  },
  {
    route: 'POST /auth/two-factor/generate-backup-codes',
    may: 'user',
    does: 'two-factor.backup-codes',
    fields: ['password'],
    asksPassword: true,
  },
  {
    route: 'POST /auth/two-factor/verify-totp',
    may: 'anyone',
    does: 'two-factor.verify',
    fields: ['code', 'trustDevice'],
    secondStep: true,
    secondFactor: true,
  },
  {
    route: 'POST /auth/two-factor/verify-backup-code',
    may: 'anyone',
    does: 'two-factor.verify-backup-code',
    fields: ['code', 'trustDevice'],
    secondStep: true,
    secondFactor: true,
  },
]
