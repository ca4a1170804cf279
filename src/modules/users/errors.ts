import { notFound } from '../../engine/http/index.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { Refusal } from '../../values/refusal.ts'
import type { PasswordProblem } from './password-rules.ts'
import { passwordLengthMin, type Right } from './rules.ts'

export const signInFirst = () =>
  new Refusal(401, 401, 'Sign In First', {
    hint: 'sign in to the dashboard, or use the command line (npx ngoma) on the server',
  })
export const forbidden = (right: Right | null) =>
  new Refusal(403, 403, 'Not Allowed For Your Role', {
    hint:
      right === null || right === 'operator'
        ? 'only operators can do this: ask an operator'
        : `this needs the role ${right}: an owner of the account can give it to you on the Team page`,
  })
export const crossSite = () =>
  new Refusal(403, 403, 'Requests From Other Sites Are Rejected', {
    hint: 'open the dashboard at the address of the server; a proxy in front of it must pass on the Host header, and NGOMA_TRUSTED_PROXIES must name the proxy',
    problem: 'cross_site',
  })
export const tooManyRequests = (waitSeconds: number) =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': String(waitSeconds) },
    hint: 'this address exceeds NGOMA_CONSOLE_REQUESTS_PER_SECOND; behind a proxy, set NGOMA_TRUSTED_PROXIES, or all users share one limit',
  })
export const accountNotNamed = () =>
  new Refusal(400, 400, 'Account Not Named', {
    hint: 'users and the command line name the account in the header Ngoma-Account, such as Ngoma-Account: 1',
    problem: 'account_not_named',
  })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', {
    hint: 'choose one of your accounts in the dashboard; operators list all accounts with npx ngoma account list',
    problem: 'account_not_found',
  })
export const accountSuspended = () =>
  new Refusal(403, 403, 'Account Is Suspended', {
    hint: 'its data is read-only; your administrator can resume the account',
    problem: 'account_suspended',
  })
/** The dashboard then opens the page where users set it up. */
export const twoFactorRequired = () =>
  betterAuthRefusal(403, 'Two-Factor Authentication Required', 'TWO_FACTOR_REQUIRED', 'two_factor_required')
/** The dashboard asks for the password or a code, then repeats the request. */
export const proofRequired = () => betterAuthRefusal(403, 'Confirm Your Identity', 'PROOF_REQUIRED', 'proof_required')
export const wrongProof = () => betterAuthRefusal(400, 'Invalid password', 'INVALID_PASSWORD')
export const userMissing = () =>
  new Refusal(404, 404, 'User Not Found', {
    hint: 'the Team page lists the users of an account; operators list all users with npx ngoma user list',
  })
export const alreadyMember = () =>
  new Refusal(409, 409, 'User Is Already A Member', { hint: 'change the role of this user on the Team page instead' })
export const lastOwner = () =>
  new Refusal(409, 409, 'An Account Needs At Least One Owner', { hint: 'make another member an owner first' })
export const lastOperator = () =>
  new Refusal(409, 409, 'At Least One Operator Is Required', {
    hint: 'make another user an operator first: npx ngoma user operator EMAIL',
  })
export const oidcNotConfigured = () =>
  new Refusal(404, 404, 'Single Sign-On Is Not Configured', {
    hint: 'sign in with your password; operators configure single sign-on with NGOMA_OIDC_ISSUER',
  })
export const oidcUnavailable = () =>
  new Refusal(503, 503, 'Single Sign-On Is Not Available', {
    headers: { 'Retry-After': '30' },
    hint: 'sign in with your password; operators find the reason in the server log',
  })
export const noMail = () =>
  new Refusal(409, 409, 'Email Is Not Configured', {
    hint: 'invitations are sent by email: ask an operator to invite this person',
  })
export const tooManyInvitations = () =>
  new Refusal(429, 429, 'Too Many Invitations', {
    headers: { 'Retry-After': '3600' },
    hint: 'an account can send 20 invitations an hour: try again later',
  })
export const nothingThere = () => notFound()
export const badEmail = () => new Refusal(400, 400, 'Invalid Email Address', { hint: 'use the form name@example.com' })
/** better-auth sends the same message for an unknown email, so that guessing reveals nothing. */
export const wrongPassword = () => betterAuthRefusal(401, 'Invalid email or password', 'INVALID_EMAIL_OR_PASSWORD')
/** Also for a code that was already used, so that guessing reveals nothing. */
export const wrongCode = () => betterAuthRefusal(401, 'Invalid code', 'INVALID_CODE')
/** The second factor was encrypted with a root secret that is lost. */
export const secondFactorUnreadable = () =>
  new Refusal(409, 409, 'Second Factor Unreadable', {
    hint: 'the server can no longer decrypt it: ask an operator to remove it with npx ngoma user reset EMAIL --two-factor, then set it up again',
  })
/** For an invitation that was accepted, withdrawn, or has expired. */
export const tokenRefused = () => betterAuthRefusal(400, 'Invalid token', 'INVALID_TOKEN')
/** For a new password that is easy to guess. */
export const passwordRefused = (reason: PasswordProblem) =>
  betterAuthRefusal(400, reason === 'PASSWORD_IS_EMAIL' ? 'Password Is Your Email' : 'Password Is Too Common', reason)
/** The same messages as better-auth, for a password of a wrong length. */
export const passwordLengthRefused = (length: number) =>
  length < passwordLengthMin
    ? betterAuthRefusal(400, 'Password too short', 'PASSWORD_TOO_SHORT')
    : betterAuthRefusal(400, 'Password too long', 'PASSWORD_TOO_LONG')
const betterAuthRefusal = (status: number, message: string, reason: string, problem?: ProblemCode) =>
  new Refusal(status, status, message, {
    body: { code: status, message, reason },
    hint: signInHint(reason),
    ...(problem && { problem }),
  })
export const tooManyWrong = (seconds: number) =>
  new Refusal(429, 429, 'Too Many Wrong Passwords', {
    headers: { 'Retry-After': String(seconds) },
    hint: `wait ${seconds} s and try again`,
  })
/** Tokens are refilled one by one, so the next attempt can come after a second. */
export const tooManyGuesses = () =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': '1' },
    hint: 'an address is limited to 60 sign-in attempts a minute',
  })

/** By the reasons of better-auth. No hint reveals whether an email has an account. */
const signInHints: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD:
    'check the email address and the password, including capital letters; reset a forgotten password by email, or ask an operator to run npx ngoma user reset EMAIL',
  INVALID_EMAIL: 'use the form name@example.com',
  INVALID_PASSWORD: 'enter your current password, and check its capital letters',
  INVALID_TOKEN: 'the link was already used or has expired: request a new one',
  PASSWORD_TOO_SHORT: 'a password needs at least 8 characters: a few words are easy to remember',
  PASSWORD_TOO_COMMON: 'this password is among the first that attackers try: choose a few unrelated words',
  PASSWORD_IS_EMAIL: 'your email address is easy to guess: choose a few unrelated words',
  PASSWORD_TOO_LONG: 'a password has at most 128 characters',
  TWO_FACTOR_REQUIRED:
    'set up two-factor authentication on the Profile and security page; if you already have it, confirm with a code there',
  PROOF_REQUIRED:
    'POST /console/v1/auth/prove with your password or a code, then repeat the request within ten minutes',
  PASSKEY_NOT_FOUND: 'this passkey was removed: sign in with your password and add it again',
  AUTHENTICATION_FAILED: 'try again, or sign in with your password',
  USER_NOT_VERIFIED: 'use a passkey that asks for a PIN, a fingerprint or a face',
  FAILED_TO_VERIFY_REGISTRATION: 'open the dashboard at the address that passkeys are configured for, and try again',
  CHALLENGE_NOT_FOUND: 'this took too long: start again',
  INVALID_CODE:
    'use the code that the app shows now, or the next one if you already used it; check that the clocks of both devices are right',
  INVALID_BACKUP_CODE: 'each backup code works once: use another, or ask an operator to remove the second factor',
  INVALID_TWO_FACTOR_COOKIE: 'this took too long: start again with email and password',
  ACCOUNT_TEMPORARILY_LOCKED: 'wait a few minutes, then use the current code of the app',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'start again with email and password',
}

export const signInHint = (reason: string | undefined) =>
  signInHints[reason ?? ''] ?? 'go back to the sign-in page and start again'
