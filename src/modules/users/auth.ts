import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Context } from '../../context.ts'
import { deleteVerifications } from './store.ts'

/** Where better-auth's endpoints are; those that we serve are listed in `sign-in.ts`. */
export const authPath = '/console/v1/auth'

/** The header in which the caller's address is handed over: better-auth would otherwise believe anybody's X-Forwarded-For. */
export const addressHeader = 'x-ngoma-address'

/** Nothing is ever sent there: requests to better-auth stay in this process, and it never sees under which name we are reached. */
export const authOrigin = 'http://console.invalid'

const passwordLengthMin = 8

const resetTokenHours = 72

export type Auth = ReturnType<typeof openAuth>

/** E-mail and password, TOTP and sessions. Signing up is not among it: users are invited. */
export function openAuth({ db, secrets, log }: Context) {
  return betterAuth({
    appName: 'Ngoma',
    baseURL: authOrigin,
    basePath: authPath,
    secret: secrets.key('sign-in').toString('hex'),
    database: { db: db.kysely, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    // Refusals are answers all the same; a fault becomes one of ours, instead of a line on the console and an empty 500.
    onAPIError: { throw: true },
    logger: { level: 'warn', log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ from: 'sign-in' }, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: resetTokenHours * 3_600,
      revokeSessionsOnPasswordReset: true,
      // Whoever can reset the password takes it away from all others: their tokens, their half-done sign-ins and the devices that need no code.
      onPasswordReset: ({ user }) => deleteVerifications(db, user.id),
    },
    user: { modelName: 'auth_users' },
    session: { modelName: 'auth_sessions' },
    account: { modelName: 'auth_accounts' },
    // A token that resets a password is as good as one, so only its hash is kept.
    verification: { modelName: 'auth_verifications', storeIdentifier: 'hashed' },
    plugins: [twoFactor({ issuer: 'Ngoma', twoFactorTable: 'auth_two_factors' })],
    // Counted by address, in the database and so for all processes; wrong passwords are also counted by e-mail, in `store-failures.ts`.
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limits',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: 60 },
        '/reset-password': { window: 60, max: 20 },
        // Its own rule counts three in ten seconds for every address, and an office has one; wrong passwords are counted by `store-failures.ts` here too.
        '/change-password': { window: 60, max: 60 },
        '/get-session': false,
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: 'ngoma',
      // Whether a cookie is Secure depends on how the request came, so that is added to each answer.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: '/console/v1' },
      // The guard has refused other sites before a request gets here, for every route of the console alike.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
  })
}

/** Whose password a token resets; null when it is none, or used up. */
export async function findResetUser(auth: Auth, token: string): Promise<string | null> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(resetIdentifier(token))
  return found !== null && found.expiresAt > new Date() ? found.value : null
}

const resetIdentifier = (token: string) => `reset-password:${token}`

/** A token with which a user chooses a new password, once. */
export async function makeResetToken(auth: Auth, userId: string, token: string): Promise<Date> {
  const { internalAdapter } = await auth.$context
  const expiresAt = new Date(Date.now() + resetTokenHours * 3_600_000)
  await internalAdapter.createVerificationValue({ identifier: resetIdentifier(token), value: userId, expiresAt })
  return expiresAt
}
