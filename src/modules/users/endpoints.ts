import type { signInRoutes } from '../../contract/console/sign-in.ts'
import type { Right } from './rules.ts'

/** The path prefix of the better-auth endpoints. */
export const authPath = '/console/v1/auth'

/** Passes the client address to better-auth, which would otherwise trust any X-Forwarded-For. */
export const addressHeader = 'x-ngoma-address'

/** Set for a known device of the user, which is exempt from the limits by address. */
export const knownDeviceHeader = 'x-ngoma-known-device'

/** Never contacted: better-auth runs in this process and does not need to know our public name. */
export const authOrigin = 'http://console.invalid'

export interface Endpoint {
  readonly route: keyof typeof signInRoutes
  readonly may: Right
  readonly does?: string
  /** The session needs a recent proof of identity. */
  readonly asksProof?: true
  /** A public endpoint that stores something for each request. */
  readonly isLimited?: true
  /** The body is validated by our schema instead of better-auth. */
  readonly judgedBySchema?: true
  /**
   * Wrong passwords count here as they do at sign-in, so that a stolen session cannot be used to guess the password.
   */
  readonly asksPassword?: true
  /**
   * Whether a session that starts here has two factors; `kept`: like the previous session. Missing where no session
   * starts: other responses only renew the cookie, which proves nothing.
   */
  readonly secondFactor?: boolean | 'kept' | 'if the user has one'
  /** The caller has signed in, at least with a password. The cookies identify the user. */
  readonly secondStep?: true
}

const passkeyEndpoints: readonly Endpoint[] = [
  { route: 'GET /auth/passkey/generate-register-options', may: 'user', asksProof: true },
  {
    route: 'POST /auth/passkey/verify-registration',
    may: 'user',
    does: 'passkey.add',
    asksProof: true,
    judgedBySchema: true,
  },
  { route: 'GET /auth/passkey/list-user-passkeys', may: 'user' },
  {
    route: 'POST /auth/passkey/update-passkey',
    may: 'user',
    does: 'passkey.rename',
    judgedBySchema: true,
  },
  {
    route: 'POST /auth/passkey/delete-passkey',
    may: 'user',
    does: 'passkey.remove',
    asksProof: true,
    judgedBySchema: true,
  },
  { route: 'GET /auth/passkey/generate-authenticate-options', may: 'anyone', isLimited: true },
  {
    route: 'POST /auth/passkey/verify-authentication',
    may: 'anyone',
    does: 'session.begin-passkey',
    judgedBySchema: true,
    secondFactor: true,
  },
]

/** The better-auth endpoints that we serve, and their rights. Other endpoints, such as sign-up, are not reachable. */
export const endpoints: readonly Endpoint[] = [
  ...passkeyEndpoints,
  { route: 'GET /auth/get-session', may: 'anyone' },
  {
    route: 'POST /auth/sign-in/email',
    may: 'anyone',
    does: 'session.begin',
    asksPassword: true,
    // Users with a second factor keep the session only on a trusted device.
    secondFactor: 'if the user has one',
  },
  { route: 'POST /auth/sign-out', may: 'user', does: 'session.end' },
  { route: 'GET /auth/list-sessions', may: 'user' },
  { route: 'POST /auth/revoke-session', may: 'user', does: 'session.revoke' },
  { route: 'POST /auth/revoke-other-sessions', may: 'user', does: 'session.revoke-others' },
  {
    route: 'POST /auth/update-user',
    may: 'user',
    does: 'user.update',
    judgedBySchema: true,
  },
  {
    route: 'POST /auth/change-password',
    may: 'user',
    does: 'password.change',
    asksPassword: true,
    secondFactor: 'kept',
  },
  { route: 'POST /auth/reset-password', may: 'anyone', does: 'password.reset' },
  {
    route: 'POST /auth/two-factor/enable',
    may: 'user',
    does: 'two-factor.enable',
    asksPassword: true,
  },
  {
    route: 'POST /auth/two-factor/disable',
    may: 'user',
    does: 'two-factor.disable',
    asksPassword: true,
    secondFactor: false,
  },
  {
    route: 'POST /auth/two-factor/generate-backup-codes',
    may: 'user',
    does: 'two-factor.backup-codes',
    asksPassword: true,
  },
  {
    route: 'POST /auth/two-factor/verify-totp',
    may: 'anyone',
    does: 'two-factor.verify',
    secondStep: true,
    secondFactor: true,
  },
  {
    route: 'POST /auth/two-factor/verify-backup-code',
    may: 'anyone',
    does: 'two-factor.verify-backup-code',
    secondStep: true,
    secondFactor: true,
  },
]
