import { type Role, roles } from '../../contract/console/users.ts'

/**
 * What a route of the console asks of whoever calls it: `anyone` may sign in, a `user` is signed in, a role is held in
 * the account that the path names, and an `operator` stands above all accounts.
 */
export type Right = 'anyone' | 'user' | Role | 'operator'

/** Who is acting in the console: a user, or the command line. */
export interface Actor {
  /** Null for the command line. */
  readonly userId: string | null
  /** For people, in the audit log. */
  readonly name: string
  readonly operator: boolean
  /** Acts in a sub-account as an owner of its parent. The members of the sub-account must not learn who it is. */
  readonly byParent: boolean
}

/** What an actor is to the account that a path names. */
export interface Standing {
  readonly operator: boolean
  readonly role: Role | null
  /** Null when the path names none. */
  readonly accountExists: boolean | null
  readonly suspended: boolean
  readonly byParent: boolean
  /** The account takes no session without a second factor. */
  readonly twoFactorRequired: boolean
}

/** An account in which one has no role looks missing, like one that does not exist, whatever is asked of it. */
export function judge(right: Right, { operator, role, accountExists }: Standing): 'allowed' | 'forbidden' | 'missing' {
  if (right === 'anyone' || right === 'user') return 'allowed'
  if (accountExists === false || (accountExists && role === null && !operator)) return 'missing'
  if (operator) return 'allowed'
  return right !== 'operator' && role !== null && roles.indexOf(role) >= roles.indexOf(right) ? 'allowed' : 'forbidden'
}

/** What a session proves about its user. */
export interface Proof {
  readonly token: string
  /** When they last gave a password, a code or a passkey. */
  readonly provedAt: Date
  /** Whether they gave two factors. */
  readonly secondFactor: boolean
}

/** What one does for oneself is always possible: a second factor is set up there. */
export const isTwoFactorNeeded = (right: Right, { operator, twoFactorRequired }: Standing, ofOperators: boolean) =>
  right !== 'anyone' && right !== 'user' && (twoFactorRequired || (operator && ofOperators))

const proofMinutes = 10

/** What a session lacks for a route; null when nothing. */
export function judgeProof(
  { asksProof, needsTwoFactor }: { readonly asksProof: boolean; readonly needsTwoFactor: boolean },
  { provedAt, secondFactor }: Proof,
  nowMs: number,
): 'second factor' | 'proof' | null {
  if (needsTwoFactor && !secondFactor) return 'second factor'
  return asksProof && nowMs - provedAt.getTime() > proofMinutes * 60_000 ? 'proof' : null
}

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

/**
 * A page of another site may not change anything with the cookies of whoever looks at it. What is no browser sends
 * neither header.
 */
export function isCrossSite(
  headers: { readonly origin?: string | undefined; readonly 'sec-fetch-site'?: unknown },
  { host, protocol }: { readonly host: string; readonly protocol: string },
): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') return true
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const origin = new URL(headers.origin)
  // The other way round a proxy may only have forgotten to say how it was reached.
  return origin.host !== host.toLowerCase() || (protocol === 'https' && origin.protocol !== 'https:')
}

/** So many wrong passwords are free; every further one doubles the wait, up to five minutes. */
export const freeFailures = { byDevice: 10, byAddress: 10, byEmail: 100 } as const
const waitSecondsMax = 300

export function waitAfter(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(waitSecondsMax, 2 ** (failures - free + 1))
}

export const passwordLengthMin = 8
export const passwordLengthMax = 128
