import { notFound } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import type { PasswordProblem } from './password-rules.ts'
import { passwordLengthMin, type Right } from './rules.ts'

export const signInFirst = () =>
  new Refusal(401, 401, 'Sign In First', {
    hint: 'open the dashboard and sign in, or use npx ngoma on the server itself',
  })
export const forbidden = (right: Right | null) =>
  new Refusal(403, 403, 'Not Allowed For Your Role', {
    hint:
      right === null || right === 'operator'
        ? 'this is for operators: ask one'
        : `this needs the role ${right}: an owner of the account can give it to you on the page Team`,
  })
export const crossSite = () =>
  new Refusal(403, 403, 'Requests From Other Sites Are Refused', {
    hint: 'open the dashboard under the address of the server itself; a proxy in front of it has to pass on Host, and NGOMA_TRUSTED_PROXIES has to name the proxy',
  })
export const tooManyRequests = (waitSeconds: number) =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': String(waitSeconds) },
    hint: 'this address asks more often than NGOMA_CONSOLE_REQUESTS_PER_SECOND allows; behind a proxy, NGOMA_TRUSTED_PROXIES has to name it, or everybody counts as one',
  })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', {
    hint: 'choose one of your accounts in the dashboard; operators see all of them with npx ngoma account list',
  })
export const accountSuspended = () =>
  new Refusal(403, 403, 'Account Is Suspended', {
    hint: 'its data can be read; your administrator can resume the account',
  })
/** The dashboard leads to where it is set up. */
export const twoFactorRequired = () => inItsWords(403, 'Two-Factor Authentication Required', 'TWO_FACTOR_REQUIRED')
/** The dashboard asks for a password or a code, and repeats the request. */
export const proofRequired = () => inItsWords(403, 'Confirm That It Is You', 'PROOF_REQUIRED')
export const wrongProof = () => inItsWords(400, 'Invalid password', 'INVALID_PASSWORD')
export const userMissing = () =>
  new Refusal(404, 404, 'User Not Found', {
    hint: 'the page Team has those of an account; operators see all of them with npx ngoma user list',
  })
export const alreadyMember = () =>
  new Refusal(409, 409, 'User Is A Member Already', { hint: 'change their role on the page Team instead' })
export const lastOwner = () =>
  new Refusal(409, 409, 'An Account Keeps At Least One Owner', { hint: 'make somebody else an owner first' })
export const lastOperator = () =>
  new Refusal(409, 409, 'There Is Always At Least One Operator', {
    hint: 'make somebody else an operator first: npx ngoma user operator EMAIL',
  })
/** Owners are not given the links of invitations: whoever has one could see whether the email is known here. */
export const oidcNotConfigured = () =>
  new Refusal(404, 404, 'Single Sign-On Is Not Configured', {
    hint: 'sign in with your password; operators configure single sign-on with NGOMA_OIDC_ISSUER',
  })
export const oidcUnavailable = () =>
  new Refusal(503, 503, 'Single Sign-On Is Not Available', {
    headers: { 'Retry-After': '30' },
    hint: 'sign in with your password; operators find the reason in the log of the server',
  })
export const noMail = () =>
  new Refusal(409, 409, 'This Server Sends No Email', {
    hint: 'invitations are mailed: ask an operator to invite them',
  })
export const tooManyInvitations = () =>
  new Refusal(429, 429, 'Too Many Invitations', {
    headers: { 'Retry-After': '3600' },
    hint: 'an account may mail 20 invitations an hour: try again later',
  })
export const nothingThere = () => notFound()
export const badEmail = () => new Refusal(400, 400, 'Invalid E-Mail Address', { hint: 'write it as name@example.com' })
/** In the words of better-auth, which says the same about an e-mail that nobody has. */
export const wrongPassword = () => inItsWords(401, 'Invalid email or password', 'INVALID_EMAIL_OR_PASSWORD')
/** For one that was used as well: whoever tries it again learns nothing about it. */
export const wrongCode = () => inItsWords(401, 'Invalid code', 'INVALID_CODE')
/** It was encrypted with a root secret that is lost. */
export const secondFactorUnreadable = () =>
  new Refusal(409, 409, 'Second Factor Unreadable', {
    hint: 'the server can not decrypt it any more: an operator removes it with npx ngoma user reset EMAIL --two-factor, and it can be set up again',
  })
/** For an invitation that was accepted, was withdrawn, or is too old. */
export const tokenRefused = () => inItsWords(400, 'Invalid token', 'INVALID_TOKEN')
/** For a password that was chosen and is easy to guess. */
export const passwordRefused = (reason: PasswordProblem) =>
  inItsWords(400, reason === 'PASSWORD_IS_EMAIL' ? 'Password Is Your Email' : 'Password Is Too Common', reason)
/** In the words of better-auth, for one of a wrong length. */
export const passwordLengthRefused = (length: number) =>
  length < passwordLengthMin
    ? inItsWords(400, 'Password too short', 'PASSWORD_TOO_SHORT')
    : inItsWords(400, 'Password too long', 'PASSWORD_TOO_LONG')
const inItsWords = (status: number, message: string, reason: string) =>
  new Refusal(status, status, message, { body: { code: status, message, reason }, hint: signInHint(reason) })
export const tooManyWrong = (seconds: number) =>
  new Refusal(429, 429, 'Too Many Wrong Passwords', {
    headers: { 'Retry-After': String(seconds) },
    hint: `wait ${seconds} s and try again`,
  })
/** Tokens come back one by one, so a second is enough for the next try. */
export const tooManyGuesses = () =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': '1' },
    hint: 'an address may try to sign in 60 times a minute',
  })

/** By the reasons that better-auth gives. Nothing here says whether anybody has an e-mail. */
const signInHints: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD:
    'look at both, also at capital letters; a forgotten password can be set anew by e-mail, or by an operator with npx ngoma user reset EMAIL',
  INVALID_EMAIL: 'write it as name@example.com',
  INVALID_PASSWORD: 'type your present password, also its capital letters',
  INVALID_TOKEN: 'the link was used, or is too old: ask for a new one',
  PASSWORD_TOO_SHORT: 'a password has at least 8 characters: a few words are easy to remember',
  PASSWORD_TOO_COMMON: 'it is among the first that are guessed: choose a few words that nobody would put together',
  PASSWORD_IS_EMAIL: 'your email address is easy to guess: choose a few words that nobody would put together',
  PASSWORD_TOO_LONG: 'a password has at most 128 characters',
  TWO_FACTOR_REQUIRED:
    'set up a second factor on the page Profile and security; who has one confirms with a code of it there',
  PROOF_REQUIRED: 'POST /console/v1/auth/prove with your password or a code, and ask again within ten minutes',
  PASSKEY_NOT_FOUND: 'this passkey was removed: sign in with your password, and add it again',
  AUTHENTICATION_FAILED: 'try again, or sign in with your password',
  USER_NOT_VERIFIED: 'use a passkey that asks for a PIN, a fingerprint or a face',
  FAILED_TO_VERIFY_REGISTRATION: 'open the dashboard under the address that passkeys are set up for, and try again',
  CHALLENGE_NOT_FOUND: 'that took too long: begin again',
  INVALID_CODE:
    'take the code that the app shows now, and wait for the next if you have used it; the clocks of both devices have to be right',
  INVALID_BACKUP_CODE: 'each backup code works once: take another, or ask an operator to take the second step away',
  INVALID_TWO_FACTOR_COOKIE: 'that took too long: begin again with e-mail and password',
  ACCOUNT_TEMPORARILY_LOCKED: 'wait a while, and take the code that the app shows then',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'begin again with e-mail and password',
}

export const signInHint = (reason: string | undefined) =>
  signInHints[reason ?? ''] ?? 'go back to the sign-in page and begin again'
