import { passkey } from '@better-auth/passkey'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Context } from '../../context.ts'
import { addressHeader, authOrigin, authPath, knownDeviceHeader } from './endpoints.ts'
import { passkeyHost } from './links.ts'
import type { Oidc } from './oidc.ts'
import { passwordLengthMax, passwordLengthMin } from './rules.ts'
import { sessionCookie } from './session-cookie.ts'
import { deleteVerifications } from './store.ts'
import { deleteDevices } from './store-devices.ts'

/**
 * Returns the user who gave a password but not yet a code, from the cookie that better-auth signed. Without a path, the
 * endpoint is not reachable over HTTP.
 */
const halfSignIn = {
  id: 'half-sign-in',
  endpoints: {
    findHalfSignedIn: createAuthEndpoint({ method: 'GET' }, async (ctx) => {
      const { context } = ctx
      const identifier = await ctx.getSignedCookie(context.createAuthCookie('two_factor').name, context.secret)
      const found = identifier ? await context.internalAdapter.findVerificationValue(identifier) : null
      return found && found.expiresAt > new Date() ? context.internalAdapter.findUserById(found.value) : null
    }),
  },
} satisfies BetterAuthPlugin

/** Wrong passwords from a known device count only for that device. */
const perAddress = (request: Request) =>
  request.headers.has(knownDeviceHeader) ? (false as const) : { window: 60, max: 60 }

/**
 * A passkey stands for both factors, so the authenticator must have verified the user with a PIN or a fingerprint.
 * better-auth leaves this check to these hooks.
 */
const passkeys = (rpID: string) =>
  passkey({
    rpID,
    rpName: 'Ngoma',
    schema: { passkey: { modelName: 'auth_passkeys' } },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: async ({ verification }) => wantVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => wantVerified(verification.authenticationInfo.userVerified),
    },
  })

function wantVerified(isVerified = false): void {
  if (!isVerified) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED', message: 'User not verified' })
}

export type Auth = ReturnType<typeof openAuth>

/**
 * Email and password, TOTP and sessions. There is no sign-up: users are invited. better-auth is large and most
 * processes never handle a sign-in, so this file is imported on first use; other files import only its types.
 */
export function openAuth({ config, db, secrets, log }: Context, oidc: Oidc | null) {
  return betterAuth({
    appName: 'Ngoma',
    baseURL: authOrigin,
    basePath: authPath,
    secret: secrets.key('sign-in').toString('hex'),
    database: { db: db.kysely, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    // Refusals are still sent as responses. A fault is thrown to our error handler instead of an empty 500.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ from: 'sign-in' }, message),
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      revokeSessionsOnPasswordReset: true,
      // A reset ends everything issued to the user before: tokens, half-done sign-ins and trusted devices.
      onPasswordReset: async ({ user }) => {
        await deleteVerifications(db, user.id)
        await deleteDevices(db, user.id)
      },
    },
    user: { modelName: 'auth_users' },
    session: {
      modelName: 'auth_sessions',
      // The guard decides how fresh a session must be.
      freshAge: 0,
      additionalFields: {
        provedAt: { type: 'date', required: false, input: false },
        secondFactor: { type: 'boolean', required: false, input: false },
      },
    },
    account: { modelName: 'auth_accounts', updateAccountOnSignIn: false },
    // Provider tokens are not needed after the sign-in.
    databaseHooks: {
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
    },
    // A reset token is as powerful as a password, so only its hash is stored.
    verification: { modelName: 'auth_verifications', storeIdentifier: 'hashed' },
    plugins: [
      twoFactor({ issuer: 'Ngoma', twoFactorTable: 'auth_two_factors' }),
      passkeys(passkeyHost(config) ?? 'console.invalid'),
      genericOAuth({ config: oidc === null ? [] : [oidc.provider] }),
      halfSignIn,
    ],
    // Counted by address, in the database and so across processes. Wrong passwords are also counted by email, in
    // `store-failures.ts`.
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limits',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': perAddress,
        '/reset-password': { window: 60, max: 20 },
        // The default of better-auth, three in ten seconds for an address, is too strict for an office with one
        // address. `store-failures.ts` also counts these passwords.
        '/change-password': perAddress,
        '/two-factor/verify-*': (request, rule) => (request.headers.has(knownDeviceHeader) ? false : rule),
        '/get-session': false,
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: 'ngoma',
      // The provider redirects the browser back from another site.
      cookies: {
        state: { attributes: { sameSite: 'lax' } },
        // Also for the account API under /v2.
        session_token: { name: sessionCookie, attributes: { path: '/' } },
      },
      // The Secure attribute depends on the protocol of the request, so it is added to each response.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: '/console/v1' },
      // The guard has already refused cross-site requests.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
  })
}
