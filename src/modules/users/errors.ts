import { Refusal } from '../../values/refusal.ts'

export const signInFirst = () => new Refusal(401, 401, 'Sign In First')
export const forbidden = () => new Refusal(403, 403, 'Not Allowed For Your Role')
export const crossSite = () => new Refusal(403, 403, 'Requests From Other Sites Are Refused')
export const accountMissing = () => new Refusal(404, 404, 'Account Not Found')
export const userMissing = () => new Refusal(404, 404, 'User Not Found')
export const alreadyMember = () => new Refusal(409, 409, 'User Is A Member Already')
export const lastOwner = () => new Refusal(409, 409, 'An Account Keeps At Least One Owner')
export const lastOperator = () => new Refusal(409, 409, 'There Is Always At Least One Operator')
export const knownElsewhere = () =>
  new Refusal(409, 409, 'User Is Known Here Already', { hint: 'somebody signs in here with that e-mail: an operator can take them into this account' })
export const stillInvited = () =>
  new Refusal(409, 409, 'User Has Not Taken Up An Invitation Yet', { hint: 'invite them again when they have chosen a password, or ask an operator' })
export const nothingThere = () => new Refusal(404, 404, 'Not Found')
export const badEmail = () => new Refusal(400, 400, 'Invalid E-Mail Address')
/** In the words of better-auth, which says the same about an e-mail that nobody has. */
export const wrongPassword = () => {
  const [message, reason] = ['Invalid email or password', 'INVALID_EMAIL_OR_PASSWORD']
  return new Refusal(401, 401, message, { body: { code: 401, message, reason } })
}
export const tooManyWrong = (seconds: number) =>
  new Refusal(429, 429, 'Too Many Wrong Passwords', { headers: { 'Retry-After': String(seconds) }, hint: `wait ${seconds} s and try again` })
/** Tokens come back one by one, so a second is enough for the next try. */
export const tooManyGuesses = () =>
  new Refusal(429, 429, 'Too Many Requests', { headers: { 'Retry-After': '1' }, hint: 'an address may try to sign in 60 times a minute' })
