/** From the least to the most rights in an account. */
export const roles = ['viewer', 'member', 'owner'] as const
export type Role = (typeof roles)[number]

/** Maximum time for which a replaced credential stays valid. */
export const overlapHoursMax = 720

/** The rights of credentials in the account API, with the products that each belongs to; empty for none in particular. */
const scopeProducts = {
  'messages:read': ['sms', 'dlr'],
  'messages:send': ['sms'],
  'campaigns:read': ['sms'],
  'campaigns:write': ['sms'],
  'contacts:read': ['contact'],
  'contacts:write': ['contact'],
  'inbound:read': ['sms'],
  'conversations:read': ['sms', 'chat'],
  'conversations:write': ['sms', 'chat'],
  'optouts:read': ['sms'],
  'optouts:write': ['sms'],
  'webhooks:read': [],
  'webhooks:write': [],
  'senders:read': ['sms'],
  'senders:write': ['sms'],
  'templates:read': ['sms'],
  'templates:write': ['sms'],
  'balances:read': ['topup'],
  'balances:write': ['topup'],
  'airtime:read': ['airtime'],
  'airtime:send': ['airtime'],
  'chat:read': ['chat'],
  'chat:send': ['chat'],
  'checkout:read': ['checkout'],
  'otp:read': ['otp'],
  'otp:write': ['otp'],
  'reports:read': ['sms'],
  'search:read': ['sms', 'contact'],
  'account:read': [],
  'account:write': [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Scope = keyof typeof scopeProducts
export const scopes = Object.keys(scopeProducts) as readonly Scope[]

/** Stands for all scopes, including those of later versions. */
export const allScopes = '*'

/** Without repetitions, and only `*` if it is among them. */
export const uniqueScopes = (given: readonly string[]): readonly string[] =>
  given.includes(allScopes) ? [allScopes] : [...new Set(given)]

/** Whether a change takes scopes away and leaves others. */
export const narrowsScopes = (before: readonly string[], after: readonly string[]): boolean =>
  after.length > 0 &&
  !after.includes(allScopes) &&
  (before.includes(allScopes) || before.some((scope) => !after.includes(scope)))

export const productsOfScope = (scope: Scope): readonly string[] => scopeProducts[scope]
