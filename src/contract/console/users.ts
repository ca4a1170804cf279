import { type Static, Type } from 'typebox'
import { Nothing, type RouteShapes } from '../route.ts'
import { Language, LanguageBody, listOf, longPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { Name, Password, Token } from './sign-in.ts'

/** From the least to the most rights in an account. */
export const roles = ['viewer', 'member', 'owner'] as const
export type Role = (typeof roles)[number]

export type User = Static<typeof User>
const User = objectOf({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  operator: Type.Boolean(),
  twoFactor: Type.Boolean(),
  hasPassword: Type.Boolean(),
  passkeys: Type.Integer(),
  /** False until the invitation is accepted. */
  canSignIn: Type.Boolean(),
  /** Whether the user has proved access to the address, by an emailed invitation or through a provider. */
  emailVerified: Type.Boolean(),
  /** Null means the language of the browser. */
  language: nullable(Language),
  createdAt: Time,
})

/** The current user and their accounts. */
export type Me = Static<typeof Me>
const Me = objectOf({
  /** Null for the command line. */
  user: nullable(User),
  name: Type.String(),
  operator: Type.Boolean(),
  /** Operators need a second factor. */
  operatorTwoFactor: Type.Boolean(),
  /** Whether this session has two factors. */
  secondFactor: Type.Boolean(),
  /** At most 1,000. */
  accounts: Type.Array(
    objectOf({
      accountId: Type.Integer(),
      accountName: Type.String(),
      /** ISO 3166-1 alpha-2. Numbers are read and shown for this country. */
      country: Type.String(),
      role: oneOf(roles),
      /** A sub-account that the user sees as an owner of its parent. */
      subAccount: Type.Boolean(),
      /** Its pages require a second factor. */
      twoFactorRequired: Type.Boolean(),
    }),
  ),
})

export type Member = Static<typeof Member>
const Member = objectOf({
  userId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: oneOf(roles),
  hasPassword: Type.Boolean(),
  createdAt: Time,
})

/** A token, shown once, with which the user sets a password. */
export type Invitation = Static<typeof Invitation>
const Invitation = objectOf({ token: Type.String(), expiresAt: Time })

export type Invited = Static<typeof Invited>
const Invited = objectOf({
  email: Type.String(),
  role: oneOf(roles),
  /** Only for operators: owners must not learn whether an email has an account. */
  user: nullable(objectOf({ id: Type.String(), email: Type.String(), name: Type.String() })),
  /** Only for operators; null for a user who can already sign in. */
  invitation: nullable(Invitation),
  mailed: Type.Boolean(),
})

/** An invitation that was emailed for an owner and is not accepted yet. */
export type PendingInvitation = Static<typeof PendingInvitation>
const PendingInvitation = objectOf({
  id: Type.Integer(),
  email: Type.String(),
  role: oneOf(roles),
  invitedAt: Time,
  expiresAt: Time,
})

const RoleBody = objectOf({ role: oneOf(roles) })

const InviteBody = objectOf({
  email: Type.String({ maxLength: 254 }),
  name: Type.Optional(Name),
  role: oneOf(roles),
})

export const userRoutes = {
  'GET /me': { answer: Me },
  'PUT /me/language': { body: LanguageBody, answer: objectOf({ language: nullable(Language) }) },
  'GET /accounts/:account/members': { answer: listOf(Member) },
  'POST /accounts/:account/members': { body: InviteBody, status: 201, answer: Invited },
  'PUT /accounts/:account/members/:user': { body: RoleBody, answer: objectOf({ role: oneOf(roles) }) },
  'DELETE /accounts/:account/members/:user': { status: 204, answer: Nothing },
  'GET /accounts/:account/invitations': { answer: listOf(PendingInvitation) },
  'DELETE /accounts/:account/invitations/:invitation': { status: 204, answer: Nothing },
  'POST /auth/invitation': {
    body: objectOf({ token: Token }),
    answer: objectOf({
      accountName: Type.String(),
      email: Type.String(),
      role: oneOf(roles),
      /** True for a user who cannot sign in yet. */
      choosesPassword: Type.Boolean(),
      /** True for a user with an unverified address, who must accept in their own session. */
      signInFirst: Type.Boolean(),
    }),
  },
  'POST /auth/accept-invitation': {
    body: objectOf({ token: Token, newPassword: Type.Optional(Password) }),
    answer: objectOf({ status: Type.Boolean() }),
  },
  'GET /users': { query: queryOf('page', 'limit', 'q', 'email'), answer: longPageOf(User) },
  'POST /users/:user/password-reset': {
    status: 201,
    answer: objectOf({ ...Invitation.properties, mailed: Type.Boolean() }),
  },
  'DELETE /users/:user/two-factor': { status: 204, answer: Nothing },
  'PUT /users/:user/operator': {
    body: objectOf({ operator: Type.Boolean() }),
    answer: objectOf({ operator: Type.Boolean() }),
  },
} as const satisfies RouteShapes
