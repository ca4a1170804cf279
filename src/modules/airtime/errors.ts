import { phoneFormat } from '../../values/phone.ts'
import { bodyHint, Refusal } from '../../values/refusal.ts'

const reference = 'see the example in /docs#tag/airtime'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 104, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const missingTransactionId = () =>
  new Refusal(400, 104, 'Missing Required Parameter: transaction_id', {
    hint: 'send the transaction_id from the response to the transfer, such as "17"',
  })
export const missingDestination = () =>
  new Refusal(400, 111, 'Destination Address Missing', {
    hint: 'dest_addr is the phone number that receives the airtime, a string such as "255712345678"',
  })
export const invalidDestination = () =>
  new Refusal(400, 102, 'Invalid Destination Address', { hint: `dest_addr is a string: ${phoneFormat}` })
export const missingAmount = () =>
  new Refusal(400, 112, 'Amount Missing', { hint: 'amount is a decimal string greater than 0, such as "500"' })
export const invalidAmount = () =>
  new Refusal(400, 113, 'Invalid Amount', {
    hint: 'amount is a decimal string greater than 0 with at most 2 decimal places, such as "500" or "10.50"',
  })
export const invalidReference = () =>
  new Refusal(400, 105, 'Missing Or Invalid Reference ID', {
    hint: 'reference_id (spelled exactly like this) is a string of 1 to 64 characters',
  })
export const invalidProduct = () =>
  new Refusal(400, 105, 'Invalid Product ID', {
    hint: 'product_id is optional; if present, it must be a positive integer that the provider knows',
  })
export const referenceUsed = () =>
  new Refusal(409, 105, 'Reference ID Was Used With Another Transfer', {
    hint: 'reuse a reference_id only with the same number, amount and product',
    problem: 'reference_used',
  })
export const noRoute = () =>
  new Refusal(400, 106, 'No Route', {
    hint: 'no airtime provider is configured; with NGOMA_STAGING=true, transfers use the simulated provider',
    problem: 'no_route',
  })
export const insufficientBalance = (amount: string, left: string) =>
  new Refusal(400, 103, 'Insufficient Balance', {
    hint: `this transfer costs ${amount}, but only ${left} can be spent`,
    hintRepeats: true,
    problem: 'insufficient_balance',
  })
export const transactionMissing = () =>
  new Refusal(404, 106, 'Transaction Not Found', {
    hint: 'send the transaction_id that this account received in the response to its transfer',
  })

/** Refusals of the console. */

export const transferMissing = () =>
  new Refusal(404, 404, 'Transfer Not Found', {
    hint: 'list the transfers of an account with npx ngoma airtime list, or on the Airtime page',
  })
export const transferEnded = () =>
  new Refusal(409, 409, 'Transfer Has Ended', { hint: 'its result is final: reload the transfer to see it' })
export const transferNotOverdue = () =>
  new Refusal(409, 409, 'Transfer Is Not Overdue', {
    hint: 'a transfer can be ended manually only if its provider has not given a final result within a day',
  })
