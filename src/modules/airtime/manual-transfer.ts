import { randomUUID } from 'node:crypto'
import type { TransferReply } from '../../contract/public/airtime.ts'
import type { IdempotencyKey, Once } from '../../engine/http/index.ts'
import { typedDigits } from '../../values/phone.ts'
import { Refusal } from '../../values/refusal.ts'
import type { AirtimeContext } from './context.ts'
import { readTransfer } from './parse.ts'
import { transfer } from './transfer.ts'

/** A transfer as people ask for it. */
export interface ManualTransfer {
  readonly phone: string
  readonly amount: string
  readonly reference?: string
}

/**
 * The same as clients of the API do, but numbers may be written as people write them, and what is refused is said in a
 * sentence.
 */
export async function transferManually(
  ctx: AirtimeContext,
  accountId: number,
  { phone, amount, reference }: ManualTransfer,
  key: IdempotencyKey | null,
): Promise<Once<TransferReply>> {
  const body = { dest_addr: typedDigits(phone), amount: amount.trim(), reference_id: reference ?? randomUUID() }
  try {
    return await transfer(ctx, accountId, readTransfer(body), key)
  } catch (error) {
    throw error instanceof Refusal ? inWords(error) : error
  }
}

/** By the code of the API; what is missing here is told as it is. */
const sentences: Readonly<Record<number, (refusal: Refusal) => string>> = {
  102: () => 'This is no phone number in international format, such as 255712345678.',
  103: ({ hint }) => `There is not enough airtime credit: ${hint}.`,
  105: ({ status }) =>
    status === 409 ? 'This reference was used for another transfer.' : 'A reference has 1 to 64 characters.',
  106: () => 'Nobody has set up a provider of airtime yet: ask your operator.',
  111: () => 'Say which number the airtime is for.',
  112: () => 'Say how much airtime to send.',
  113: () => 'An amount is above 0 and has at most two decimals, such as 500 or 10.50.',
}

/** Where the sentence has said already what the API's hint says. */
const nextSteps: Readonly<Record<number, string>> = {
  102: 'write the country code first, and no 0 before the rest',
  103: 'send less, or ask your operator for credit',
  105: 'leave the reference out, and one is made for you',
  106: 'operators set one up with npx ngoma airtime provider set',
  111: 'write it with the country code, such as 255712345678',
  112: 'write a number such as 500',
  113: 'write it without currency, spaces and commas',
}

function inWords(refusal: Refusal): Refusal {
  const sentence = sentences[refusal.code]
  if (sentence === undefined) return refusal
  const { status, code, message, hint } = refusal
  // The sentence may have the hint in it, with what was sent: the log has neither.
  return new Refusal(status, code, sentence(refusal), { hint: nextSteps[code] ?? hint, reason: message })
}
