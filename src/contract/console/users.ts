import { roles } from '../../values/scopes.ts'
import { consoleResource, route } from '../route.ts'
import { described, Language, LanguageBody, listOf, nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Name, Password, Token } from './sign-in.ts'

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

export const users = consoleResource('users', {
  me: route('GET /me', 'user', 'Get the signed-in user with their accounts', { answer: Me }),
  setLanguage: route('PUT /me/language', 'user', 'Set your language', {
    does: 'user.language',
    body: LanguageBody,
    answer: objectOf({ language: nullable(Language) }),
  }),
  list: route('GET /users', 'operator', 'List the users of the installation', {
    columns: 'id, email, name, operator, twoFactor, canSignIn, createdAt',
    names: ['email'],
    reads: 'users.read',
    ...pagesOf(User, 'q', 'email'),
  }),
  resetPassword: route(
    'POST /users/:user/password-reset',
    'operator',
    'Create a link to reset the password of a user',
    {
      command: null,
      does: 'password.offer-reset',
      asksProof: true,
      status: 201,
      answer: objectOf({ ...Invitation.properties, mailed: Type.Boolean() }),
    },
  ),
  removeTwoFactor: route('DELETE /users/:user/two-factor', 'operator', 'Turn off two-factor authentication of a user', {
    does: 'two-factor.remove',
    asksProof: true,
  }),
  setOperator: route('PUT /users/:user/operator', 'operator', 'Grant or withdraw operator rights', {
    does: 'user.operator',
    asksProof: true,
    body: objectOf({ operator: Type.Boolean({ description: 'operators see and change everything' }) }),
    answer: objectOf({ operator: Type.Boolean() }),
  }),
})

export const members = consoleResource('members', {
  list: route('GET /accounts/:account/members', 'viewer', 'List the members of an account', {
    columns: 'userId, email, name, role, createdAt',
    names: ['email'],
    reads: 'members.read',
    answer: listOf(Member),
  }),
  invite: route('POST /accounts/:account/members', 'owner', 'Invite a member', {
    command: null,
    does: 'member.invite',
    asksProof: true,
    body: objectOf({
      email: Type.String({ maxLength: 254 }),
      name: Type.Optional(Name),
      role: oneOf(roles),
    }),
    status: 201,
    answer: Invited,
  }),
  update: route('PUT /accounts/:account/members/:user', 'owner', 'Change the role of a member', {
    does: 'member.change',
    asksProof: true,
    body: objectOf({ role: described(oneOf(roles), 'a role includes the rights of the roles before it') }),
    answer: objectOf({ role: oneOf(roles) }),
  }),
  remove: route('DELETE /accounts/:account/members/:user', 'owner', 'Remove a member', { does: 'member.remove' }),
})

export const invitations = consoleResource('invitations', {
  list: route('GET /accounts/:account/invitations', 'viewer', 'List open invitations', {
    reads: 'members.read',
    answer: listOf(PendingInvitation),
  }),
  delete: route('DELETE /accounts/:account/invitations/:invitation', 'owner', 'Withdraw an invitation', {
    does: 'invitation.remove',
  }),
  get: route('POST /auth/invitation', 'anyone', 'Get the invitation of a token', {
    does: null,
    bodyLimit: 1_024,
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
  }),
  accept: route('POST /auth/accept-invitation', 'anyone', 'Accept an invitation', {
    does: 'invitation.accept',
    bodyLimit: 1_024,
    body: objectOf({ token: Token, newPassword: Type.Optional(Password) }),
    answer: objectOf({ status: Type.Boolean() }),
  }),
})
