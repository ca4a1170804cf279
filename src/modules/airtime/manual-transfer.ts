import { randomUUID } from 'node:crypto'
import type { TransferReply } from '../../contract/public/airtime.ts'
import type { IdempotencyKey, Once } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
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

/** Transfers airtime like the public API, but reads numbers for the country of the account and returns errors as sentences. */
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
    throw error instanceof Refusal ? asSentence(error) : error
  }
}

/** By the code of the public API. Other refusals stay unchanged. */
const sentences: Readonly<Record<number, (refusal: Refusal) => string>> = {
  103: ({ hint }) => `Not enough airtime credit: ${hint}.`,
  105: ({ status }) =>
    status === 409 ? 'This reference was already used for another transfer.' : 'A reference has 1 to 64 characters.',
  106: () => 'No airtime provider is configured: ask your administrator.',
  111: () => 'Enter the phone number that receives the airtime.',
  112: () => 'Enter the amount of airtime.',
  113: () => 'An amount is greater than 0 and has at most two decimal places, such as 500 or 10.50.',
}

/** Replaces hints that would only repeat the sentence. */
const nextSteps: Readonly<Record<number, string>> = {
  103: 'send a smaller amount, or ask your administrator for credit',
  105: 'leave out the reference to have one generated',
  106: 'operators set one up with npx ngoma provider set',
  111: 'enter it in national form or with + and the country code',
  112: 'enter a number such as 500',
  113: 'enter it without a currency, spaces or commas',
}

/** The fields of the account API. */
const fields: Readonly<Record<number, string>> = { 105: 'reference', 111: 'phone', 112: 'amount', 113: 'amount' }

function asSentence(refusal: Refusal): Refusal {
  const sentence = sentences[refusal.code]
  if (sentence === undefined) return refusal
  const { status, code, message, hint, problem } = refusal
  const field = status === 400 ? fields[code] : undefined
  // The sentence may contain the hint with input of the user, so the log gets neither.
  return new Refusal(status, code, sentence(refusal), {
    hint: nextSteps[code] ?? hint,
    problem,
    errors: field === undefined ? [] : [{ field, message: 'is missing or invalid' }],
    reason: message,
  })
}
