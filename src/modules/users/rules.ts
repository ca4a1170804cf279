import type { Right } from '../../contract/route.ts'
import { type Role, roles } from '../../values/scopes.ts'

/** The acting user, or the command line. */
export interface Actor {
  /** Null for the command line. */
  readonly userId: string | null
  /** Shown in the audit log. */
  readonly name: string
  readonly operator: boolean
  /** Acts in a sub-account as an owner of its parent. Members of the sub-account must not learn the name. */
  readonly byParent: boolean
}

export interface Standing {
  readonly operator: boolean
  readonly role: Role | null
  /** Null when the path names no account. */
  readonly accountExists: boolean | null
  readonly suspended: boolean
  readonly byParent: boolean
  readonly twoFactorRequired: boolean
}

/** An account in which the user has no role is reported as missing, so that its existence is not revealed. */
export function checkRight(
  right: Right,
  { operator, role, accountExists }: Standing,
): 'allowed' | 'forbidden' | 'missing' {
  if (right === 'anyone' || right === 'user') return 'allowed'
  if (accountExists === false || (accountExists && role === null && !operator)) return 'missing'
  if (operator) return 'allowed'
  return right !== 'operator' && role !== null && roles.indexOf(role) >= roles.indexOf(right) ? 'allowed' : 'forbidden'
}

export interface Proof {
  readonly token: string
  /** The last time that the user gave a password, a code or a passkey. */
  readonly provedAt: Date
  /** Whether the user gave two factors. */
  readonly secondFactor: boolean
}

/** Own settings stay reachable, because the second factor is set up there. */
export const isTwoFactorNeeded = (right: Right, { operator, twoFactorRequired }: Standing, ofOperators: boolean) =>
  right !== 'anyone' && right !== 'user' && (twoFactorRequired || (operator && ofOperators))

const proofMinutes = 10

/** The proof that a session lacks for a route; null when it is sufficient. */
export function checkProof(
  { asksProof, needsTwoFactor }: { readonly asksProof: boolean; readonly needsTwoFactor: boolean },
  { provedAt, secondFactor }: Proof,
  nowMs: number,
): 'second factor' | 'proof' | null {
  if (needsTwoFactor && !secondFactor) return 'second factor'
  return asksProof && nowMs - provedAt.getTime() > proofMinutes * 60_000 ? 'proof' : null
}

/**
 * Another site must not change anything with the cookies of its visitor. Clients other than browsers send neither
 * header.
 */
export function isCrossSite(
  headers: { readonly origin?: string; readonly 'sec-fetch-site'?: unknown },
  { host, protocol }: { readonly host: string; readonly protocol: string },
): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') return true
  if (headers.origin === undefined) return false
  if (!URL.canParse(headers.origin)) return true
  const origin = new URL(headers.origin)
  // The opposite case is allowed: a proxy may terminate TLS without saying so.
  return origin.host !== host.toLowerCase() || (protocol === 'https' && origin.protocol !== 'https:')
}

/** This many wrong passwords are free; each further one doubles the wait, up to five minutes. */
export const freeFailures = { byDevice: 10, byAddress: 10, byEmail: 100 } as const
const waitSecondsMax = 300

export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(waitSecondsMax, 2 ** (failures - free + 1))

export const passwordLengthMin = 8
export const passwordLengthMax = 128
