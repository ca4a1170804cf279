import type { Right } from '../../contract/route.ts'
import { refuse } from '../../values/refusal.ts'

export const forbidden = (right: Right | null) =>
  refuse('forbidden', {
    hint:
      right === null || right === 'operator'
        ? 'only operators can do this: ask an operator'
        : `this needs the role ${right}: an owner of the account can give it to you on the Team page`,
  })
export const tooManyRequests = (waitSeconds: number) =>
  refuse('too_many_requests', {
    headers: { 'Retry-After': String(waitSeconds) },
    hint: 'this address exceeds NGOMA_CONSOLE_REQUESTS_PER_SECOND; behind a proxy, set NGOMA_TRUSTED_PROXIES, or all users share one limit',
  })
export const usersOnly = (field: string) =>
  refuse('proof_required', {
    hint: 'a key or token cannot confirm an identity: change it on the Settings page',
    errors: [{ field, message: 'can only be changed by a user who confirms their identity' }],
  })
export const oidcUnavailable = () =>
  refuse('sso_unavailable', {
    headers: { 'Retry-After': '30' },
    hint: 'sign in with your password; operators find the reason in the server log',
  })
export const tooManyInvitations = () =>
  refuse('too_many_invitations', {
    headers: { 'Retry-After': '3600' },
    hint: 'an account can send 20 invitations an hour: try again later',
  })
export const tooManyWrong = (seconds: number) =>
  refuse('too_many_wrong_passwords', {
    headers: { 'Retry-After': String(seconds) },
    hint: `wait ${seconds} s and try again`,
  })
/** Tokens are refilled one by one, so the next attempt can come after a second. */
export const tooManyGuesses = () =>
  refuse('too_many_requests', {
    headers: { 'Retry-After': '1' },
    hint: 'an address is limited to 60 sign-in attempts a minute',
  })
