import { type Static, type TSchema, Type } from 'typebox'
import { File, ForeignQuery, type RouteShapes } from '../route.ts'
import { nullable, objectOf, Time } from '../shapes.ts'

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

/** A passkey. */
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

const passkeyRoutes = {
  'GET /auth/passkey/generate-register-options': { answer: Options },
  'POST /auth/passkey/verify-registration': {
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
  },
  'GET /auth/passkey/list-user-passkeys': { answer: Type.Array(Passkey) },
  'POST /auth/passkey/update-passkey': {
    body: objectOf({ id: PasskeyId, name: Name }),
    answer: Type.Object({ passkey: Passkey }),
  },
  'POST /auth/passkey/delete-passkey': { body: objectOf({ id: PasskeyId }), answer: Done },
  'GET /auth/passkey/generate-authenticate-options': { answer: Options },
  'POST /auth/passkey/verify-authentication': {
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
  },
} as const satisfies RouteShapes

export const signInRoutes = {
  ...passkeyRoutes,
  'GET /auth/get-session': { answer: nullable(Type.Object({ session: Session })) },
  'POST /auth/sign-in/email': {
    body: objectOf({ email: Email, password: Password, rememberMe: Type.Optional(Type.Boolean()) }),
    /** With a second factor, the session starts only after the code. */
    answer: Type.Object({ twoFactorRedirect: Type.Optional(Type.Boolean()) }),
  },
  'POST /auth/sign-out': { answer: Type.Object({ success: Type.Boolean() }) },
  'GET /auth/list-sessions': { answer: Type.Array(Session) },
  'POST /auth/revoke-session': { body: objectOf({ token: Token }), answer: Done },
  'POST /auth/revoke-other-sessions': { answer: Done },
  'POST /auth/update-user': { body: objectOf({ name: Name }), answer: Done },
  'POST /auth/change-password': {
    body: objectOf({ currentPassword: Password, newPassword: Password }),
    answer: Type.Object({}),
  },
  'POST /auth/request-password-reset': {
    body: objectOf({ email: Type.String({ maxLength: 254 }) }),
    answer: Done,
  },
  'POST /auth/reset-password': { body: objectOf({ token: Token, newPassword: Password }), answer: Done },
  'POST /auth/oidc': { answer: Type.Object({ url: Type.String() }) },
  'POST /auth/oidc/link': { answer: Type.Object({ url: Type.String() }) },
  'GET /auth/oauth2/callback/oidc': { query: ForeignQuery, answer: File },
  'GET /auth/proof': { answer: Done },
  'POST /auth/prove': {
    body: objectOf({ password: Type.Optional(Password), code: Type.Optional(Code) }),
    answer: Done,
  },
  'POST /auth/two-factor/enable': {
    body: PasswordBody,
    answer: Type.Object({ totpURI: Type.String(), backupCodes: Type.Array(Type.String()) }),
  },
  'POST /auth/two-factor/disable': { body: PasswordBody, answer: Done },
  'POST /auth/two-factor/generate-backup-codes': {
    body: PasswordBody,
    answer: Type.Object({ backupCodes: Type.Array(Type.String()) }),
  },
  'POST /auth/two-factor/verify-totp': { body: CodeBody, answer: Type.Object({ token: Type.Optional(Type.String()) }) },
  'POST /auth/two-factor/verify-backup-code': {
    body: CodeBody,
    answer: Type.Object({ token: Type.Optional(Type.String()) }),
  },
} as const satisfies RouteShapes
