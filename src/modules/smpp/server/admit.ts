import { type Pdu, status } from '../../../engine/smpp/pdu.ts'
import type { AuthenticationProblem, BindMode, SmppCredential } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import type { Leases } from './leases.ts'
import { Rejection } from './rejection.ts'
import { rejectionOf } from './statuses.ts'

export interface BindRequest {
  readonly fields: Pdu['fields']
  readonly mode: BindMode
  readonly address: string
  readonly encrypted: boolean
}

export interface Admitted {
  readonly credential: SmppCredential
  readonly leaseId: number
}

/** The same answer to a wrong system id and to a wrong address as to a wrong password: it must not help to guess one. */
const problems: Readonly<Record<AuthenticationProblem, () => Rejection>> = {
  unknown: () =>
    new Rejection(status.invalidPassword, 'wrong system_id or password, or binds from this IP address are not allowed'),
  slowed: () => new Rejection(status.bindFailed, 'too many wrong passwords: try again later'),
  suspended: () => new Rejection(status.bindFailed, 'the account is suspended'),
}

/** Checks the credential and takes a place among its binds. */
export async function admit(
  ctx: SmppServerContext,
  leases: Leases,
  { fields, mode, address, encrypted }: BindRequest,
): Promise<Admitted | Rejection> {
  const { system_id: systemId = '', password = '' } = fields
  try {
    const found = await ctx.authenticator.authenticate({ systemId, password, address })
    if (typeof found === 'string') return problems[found]()
    const leaseId = await leases.take({ credential: found, mode, address, encrypted })
    if (leaseId !== null) return { credential: found, leaseId }
    return new Rejection(status.bindFailed, `this system_id has its maximum of ${found.bindsMax} binds`)
  } catch (error) {
    return rejectionOf(ctx, error)
  }
}
