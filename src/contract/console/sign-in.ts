import { consoleResource, File, ForeignQuery, route } from '../route.ts'
import { nullable, objectOf, Time } from '../shapes.ts'
import { type Static, type TSchema, Type } from '../type.ts'

/**
 * Sign-in, sessions, passwords and two-factor authentication. better-auth creates these responses, so the schemas are
 * open and list only the fields that our clients read.
 */

export type Session = Static<typeof Session>
const Session = Type.Object({
  id: Type.String(),
  token: Type.String(),
  ipAddress: Type.Optional(nullable(Type.String())),
  userAgent: Type.Optional(nullable(Type.String())),
  createdAt: Time,
  expiresAt: Time,
})

const Done = Type.Object({ status: Type.Boolean() })

export const Password = Type.String({ maxLength: 128 })
const Code = Type.String({ maxLength: 100 })
const Email = Type.String({ maxLength: 320 })
export const Token = Type.String({ maxLength: 200 })

const PasswordBody = objectOf({ password: Password })
const CodeBody = objectOf({ code: Code, trustDevice: Type.Optional(Type.Boolean()) })

export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export type Passkey = Static<typeof Passkey>
const Passkey = Type.Object({
  id: Type.String(),
  name: Type.Optional(nullable(Type.String())),
  createdAt: Type.Optional(nullable(Time)),
})

/** A credential of the browser, serialized with `toJSON()`. */
const Credential = (response: TSchema) =>
  objectOf({
    id: Type.String({ minLength: 1, maxLength: 1_400 }),
    rawId: Type.String({ maxLength: 1_400 }),
    type: Type.Literal('public-key'),
    response,
  })
const clientDataJSON = Type.String({ maxLength: 4_096 })

/** Options for the browser API, which defines their shape. */
const Options = Type.Object({ challenge: Type.String() })

const PasskeyId = Type.String({ maxLength: 100 })

export const passkeys = consoleResource('passkeys', {
  registerOptions: route(
    'GET /auth/passkey/generate-register-options',
    'user',
    'Get the options to register a passkey',
    { asksProof: true, answer: Options },
  ),
  create: route('POST /auth/passkey/verify-registration', 'user', 'Register a passkey', {
    does: 'passkey.add',
    asksProof: true,
    body: objectOf({
      name: Name,
      response: Credential(
        objectOf({
          clientDataJSON,
          attestationObject: Type.String({ maxLength: 10_000 }),
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
        }),
      ),
    }),
    answer: Passkey,
  }),
  list: route('GET /auth/passkey/list-user-passkeys', 'user', 'List your passkeys', { answer: Type.Array(Passkey) }),
  update: route('POST /auth/passkey/update-passkey', 'user', 'Rename a passkey', {
    does: 'passkey.rename',
    body: objectOf({ id: PasskeyId, name: Name }),
    answer: Type.Object({ passkey: Passkey }),
  }),
  delete: route('POST /auth/passkey/delete-passkey', 'user', 'Delete a passkey', {
    does: 'passkey.remove',
    asksProof: true,
    body: objectOf({ id: PasskeyId }),
    answer: Done,
  }),
  signInOptions: route(
    'GET /auth/passkey/generate-authenticate-options',
    'anyone',
    'Get the options to sign in with a passkey',
    { answer: Options },
  ),
  signIn: route('POST /auth/passkey/verify-authentication', 'anyone', 'Sign in with a passkey', {
    does: 'session.begin-passkey',
    body: objectOf({
      response: Credential(
        objectOf({
          clientDataJSON,
          authenticatorData: Type.String({ maxLength: 4_096 }),
          signature: Type.String({ maxLength: 2_048 }),
          userHandle: Type.Optional(nullable(Type.String({ maxLength: 256 }))),
        }),
      ),
    }),
    answer: Type.Object({}),
  }),
})

export const sessions = consoleResource('sessions', {
  get: route('GET /auth/get-session', 'anyone', 'Get your session', {
    answer: nullable(Type.Object({ session: Session })),
  }),
  signIn: route('POST /auth/sign-in/email', 'anyone', 'Sign in with email address and password', {
    does: 'session.begin',
    body: objectOf({ email: Email, password: Password, rememberMe: Type.Optional(Type.Boolean()) }),
    answer: Type.Object({ twoFactorRedirect: Type.Optional(Type.Boolean()) }),
  }),
  signOut: route('POST /auth/sign-out', 'user', 'Sign out', {
    does: 'session.end',
    answer: Type.Object({ success: Type.Boolean() }),
  }),
  list: route('GET /auth/list-sessions', 'user', 'List your sessions', { answer: Type.Array(Session) }),
  revoke: route('POST /auth/revoke-session', 'user', 'End one of your sessions', {
    does: 'session.revoke',
    body: objectOf({ token: Token }),
    answer: Done,
  }),
  revokeOthers: route('POST /auth/revoke-other-sessions', 'user', 'End your other sessions', {
    does: 'session.revoke-others',
    answer: Done,
  }),
  updateUser: route('POST /auth/update-user', 'user', 'Change your name', {
    does: 'user.update',
    body: objectOf({ name: Name }),
    answer: Done,
  }),
  proof: route('GET /auth/proof', 'user', 'Check whether your identity was confirmed recently', {
    asksProof: true,
    answer: Done,
  }),
  prove: route('POST /auth/prove', 'user', 'Confirm your identity with password or code', {
    does: 'session.prove',
    bodyLimit: 1_024,
    body: objectOf({ password: Type.Optional(Password), code: Type.Optional(Code) }),
    answer: Done,
  }),
})

export const passwords = consoleResource('passwords', {
  change: route('POST /auth/change-password', 'user', 'Change your password', {
    does: 'password.change',
    body: objectOf({ currentPassword: Password, newPassword: Password }),
    answer: Type.Object({}),
  }),
  askReset: route('POST /auth/request-password-reset', 'anyone', 'Get a link to reset the password by email', {
    does: null,
    bodyLimit: 1_024,
    body: objectOf({ email: Type.String({ maxLength: 254 }) }),
    answer: Done,
  }),
  reset: route('POST /auth/reset-password', 'anyone', 'Set a password with a token', {
    does: 'password.reset',
    body: objectOf({ token: Token, newPassword: Password }),
    answer: Done,
  }),
})

export const oidc = consoleResource('oidc', {
  begin: route('POST /auth/oidc', 'anyone', 'Begin to sign in through the provider', {
    does: null,
    answer: Type.Object({ url: Type.String() }),
  }),
  link: route('POST /auth/oidc/link', 'user', 'Link your user to the provider', {
    does: 'oidc.link',
    asksProof: true,
    answer: Type.Object({ url: Type.String() }),
  }),
  callback: route('GET /auth/oauth2/callback/oidc', 'anyone', 'Sign in with the redirect of the provider', {
    does: 'session.begin-oidc',
    query: ForeignQuery,
    answer: File,
  }),
})

export const twoFactor = consoleResource('twoFactor', {
  enable: route('POST /auth/two-factor/enable', 'user', 'Begin to turn on two-factor authentication', {
    does: 'two-factor.enable',
    body: PasswordBody,
    answer: Type.Object({ totpURI: Type.String(), backupCodes: Type.Array(Type.String()) }),
  }),
  disable: route('POST /auth/two-factor/disable', 'user', 'Turn off two-factor authentication', {
    does: 'two-factor.disable',
    body: PasswordBody,
    answer: Done,
  }),
  createBackupCodes: route('POST /auth/two-factor/generate-backup-codes', 'user', 'Replace the backup codes', {
    does: 'two-factor.backup-codes',
    body: PasswordBody,
    answer: Type.Object({ backupCodes: Type.Array(Type.String()) }),
  }),
  verify: route('POST /auth/two-factor/verify-totp', 'anyone', 'Sign in with a code of the authenticator app', {
    does: 'two-factor.verify',
    body: CodeBody,
    answer: Type.Object({ token: Type.Optional(Type.String()) }),
  }),
  verifyBackupCode: route('POST /auth/two-factor/verify-backup-code', 'anyone', 'Sign in with a backup code', {
    does: 'two-factor.verify-backup-code',
    body: CodeBody,
    answer: Type.Object({ token: Type.Optional(Type.String()) }),
  }),
})
