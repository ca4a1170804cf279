import type { ConsoleRoute } from '../../contract/console/index.ts'
import { passkeys, passwords, sessions, twoFactor } from '../../contract/console/sign-in.ts'
import type { Operation } from '../../contract/route.ts'

export const authPath = '/console/v1/auth'

/** Passes the client address to better-auth, which would otherwise trust any X-Forwarded-For. */
export const addressHeader = 'x-ngoma-address'

/** Set for a known device of the user, which is exempt from the limits by address. */
export const knownDeviceHeader = 'x-ngoma-known-device'

/** Never contacted: better-auth runs in this process and does not need to know our public name. */
export const authOrigin = 'http://console.invalid'

type SignInRoute = Extract<ConsoleRoute, `${string} /auth/${string}`>

export interface Endpoint {
  readonly operation: Operation & { readonly route: SignInRoute }
  /** A public endpoint that stores something for each request. */
  readonly isLimited?: true
  /** The body is validated by our schema instead of better-auth. */
  readonly validatedBySchema?: true
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
  { operation: passkeys.registerOptions },
  { operation: passkeys.create, validatedBySchema: true },
  { operation: passkeys.list },
  { operation: passkeys.update, validatedBySchema: true },
  { operation: passkeys.delete, validatedBySchema: true },
  { operation: passkeys.signInOptions, isLimited: true },
  { operation: passkeys.signIn, validatedBySchema: true, secondFactor: true },
]

/** The better-auth endpoints that we serve, and their rights. Other endpoints, such as sign-up, are not reachable. */
export const endpoints: readonly Endpoint[] = [
  ...passkeyEndpoints,
  { operation: sessions.get },
  {
    operation: sessions.signIn,
    asksPassword: true,
    // Users with a second factor keep the session only on a trusted device.
    secondFactor: 'if the user has one',
  },
  { operation: sessions.signOut },
  { operation: sessions.list },
  { operation: sessions.revoke },
  { operation: sessions.revokeOthers },
  { operation: sessions.updateUser, validatedBySchema: true },
  { operation: passwords.change, asksPassword: true, secondFactor: 'kept' },
  { operation: passwords.reset },
  { operation: twoFactor.enable, asksPassword: true },
  { operation: twoFactor.disable, asksPassword: true, secondFactor: false },
  { operation: twoFactor.createBackupCodes, asksPassword: true },
  { operation: twoFactor.verify, secondStep: true, secondFactor: true },
  { operation: twoFactor.verifyBackupCode, secondStep: true, secondFactor: true },
]
