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
import { deleteVerifications } from './store.ts'
import { deleteDevices } from './store-devices.ts'

/**
 * Who gave a password and not yet a code, by the cookie that better-auth signed. Without a path it can be called from
 * here alone.
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

/** Wrong passwords of a known device are counted for that device alone. */
const perAddress = (request: Request) =>
  request.headers.has(knownDeviceHeader) ? (false as const) : { window: 60, max: 60 }

/**
 * A passkey is both factors, so the authenticator must have verified its user, by a PIN or a fingerprint. Better-auth
 * leaves that to these hooks.
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
 * E-mail and password, TOTP and sessions. Signing up is not among it: users are invited. Better-auth is large, and most
 * processes never see somebody sign in: this file is imported when it is first needed, and by types alone before.
 */
export function openAuth({ config, db, secrets, log }: Context, oidc: Oidc | null) {
  return betterAuth({
    appName: 'Ngoma',
    baseURL: authOrigin,
    basePath: authPath,
    secret: secrets.key('sign-in').toString('hex'),
    database: { db: db.kysely, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    // Refusals are answers all the same; a fault becomes one of ours, instead of a line on the console and an empty
    // 500.
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
      // Whoever can reset the password takes it away from all others: their tokens, their half-done sign-ins and the
      // devices that need no code.
      onPasswordReset: async ({ user }) => {
        await deleteVerifications(db, user.id)
        await deleteDevices(db, user.id)
      },
    },
    user: { modelName: 'auth_users' },
    session: {
      modelName: 'auth_sessions',
      // How fresh a session must be is judged by the guard.
      freshAge: 0,
      additionalFields: {
        provedAt: { type: 'date', required: false, input: false },
        secondFactor: { type: 'boolean', required: false, input: false },
      },
    },
    account: { modelName: 'auth_accounts', updateAccountOnSignIn: false },
    // The tokens of a provider are of no use after the sign-in.
    databaseHooks: {
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
    },
    // A token that resets a password is as good as one, so only its hash is kept.
    verification: { modelName: 'auth_verifications', storeIdentifier: 'hashed' },
    plugins: [
      twoFactor({ issuer: 'Ngoma', twoFactorTable: 'auth_two_factors' }),
      passkeys(passkeyHost(config) ?? 'console.invalid'),
      genericOAuth({ config: oidc === null ? [] : [oidc.provider] }),
      halfSignIn,
    ],
    // Counted by address, in the database and so for all processes; wrong passwords are also counted by e-mail, in
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
        // Its own rule counts three in ten seconds for every address, and an office has one; wrong passwords are
        // counted by `store-failures.ts` here too.
        '/change-password': perAddress,
        '/two-factor/verify-*': (request, rule) => (request.headers.has(knownDeviceHeader) ? false : rule),
        '/get-session': false,
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: 'ngoma',
      // The provider sends the browser back from another site.
      cookies: { state: { attributes: { sameSite: 'lax' } } },
      // Whether a cookie is Secure depends on how the request came, so that is added to each answer.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: '/console/v1' },
      // The guard has refused other sites before a request gets here, for every route of the console alike.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
  })
}
