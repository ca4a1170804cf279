import { randomUUID } from 'node:crypto'
import type { TransferReply } from '../../contract/public/airtime.ts'
import type { IdempotencyKey, Once } from '../../engine/http/index.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { Refusal, refuse } from '../../values/refusal.ts'
import { readTypedPhone } from '../accounts/index.ts'
import type { AirtimeContext } from './context.ts'
import { readTransfer } from './parse.ts'
import { transfer } from './transfer.ts'

/** A transfer that a user enters in the console. */
export interface ManualTransfer {
  readonly phone: string
  readonly amount: string
  readonly reference?: string
}

/** Transfers airtime like the public API, but reads numbers for the country of the account. */
export async function transferManually(
  ctx: AirtimeContext,
  accountId: number,
  { phone, amount, reference }: ManualTransfer,
  key: IdempotencyKey | null,
): Promise<Once<TransferReply>> {
  const number = phone.trim() === '' ? '' : await readTypedPhone(ctx, accountId, phone)
  const body = { dest_addr: number, amount: amount.trim(), reference_id: reference ?? randomUUID() }
  try {
    return await transfer(ctx, accountId, readTransfer(body), key)
  } catch (error) {
    throw error instanceof Refusal ? withOwnHint(error) : error
  }
}

/** The hints of `/v1` name fields of `/v1`. */
const hints: Partial<Readonly<Record<ProblemCode, string>>> = {
  invalid_phone: 'enter the number that receives the airtime in national form, or with + and the country code',
  invalid_amount: 'enter a number above 0 with at most two decimal places, such as 500 or 10.50, without a currency',
  invalid_reference: 'a reference has 1 to 64 characters: leave it out to have one generated',
  reference_used: 'leave out the reference to have one generated',
  no_route: 'no airtime provider is configured: ask your administrator to add one on the Providers page',
}

function withOwnHint(refusal: Refusal): Refusal {
  const hint = refusal.problem === null ? undefined : hints[refusal.problem]
  return refusal.problem === null || hint === undefined ? refusal : refuse(refusal.problem, { hint })
}
