import { phoneFormat } from '../../values/phone.ts'
import { bodyHint, Refusal, refuse } from '../../values/refusal.ts'

const reference = 'see the example in /docs#tag/airtime'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 104, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const missingTransactionId = () =>
  new Refusal(400, 104, 'Missing Required Parameter: transaction_id', {
    hint: 'send the transaction_id from the response to the transfer, such as "17"',
  })
export const missingDestination = () =>
  refuse('invalid_phone', {
    v1: [111, 'Destination Address Missing'],
    hint: 'dest_addr is the phone number that receives the airtime, a string such as "255712345678"',
  })
export const invalidDestination = () =>
  refuse('invalid_phone', { v1: [102, 'Invalid Destination Address'], hint: `dest_addr is a string: ${phoneFormat}` })
export const missingAmount = () =>
  refuse('invalid_amount', {
    v1: [112, 'Amount Missing'],
    hint: 'amount is a decimal string greater than 0, such as "500"',
  })
export const invalidAmount = () =>
  refuse('invalid_amount', {
    v1: [113, 'Invalid Amount'],
    hint: 'amount is a decimal string greater than 0 with at most 2 decimal places, such as "500" or "10.50"',
  })
export const invalidReference = () =>
  refuse('invalid_reference', {
    v1: [105, 'Missing Or Invalid Reference ID'],
    hint: 'reference_id (spelled exactly like this) is a string of 1 to 64 characters',
  })
export const invalidProduct = () =>
  new Refusal(400, 105, 'Invalid Product ID', {
    hint: 'product_id is optional; if present, it must be a positive integer that the provider knows',
  })
export const referenceUsed = () =>
  refuse('reference_used', {
    v1: [105, 'Reference ID Was Used With Another Transfer'],
    hint: 'reuse a reference_id only with the same number, amount and product',
  })
export const noRoute = () =>
  refuse('no_route', {
    v1: [106, 'No Route'],
    hint: 'no airtime provider is configured; with NGOMA_STAGING=true, transfers use the simulated provider',
  })
export const insufficientBalance = (amount: string, left: string) =>
  refuse('insufficient_balance', {
    v1: [103, 'Insufficient Balance'],
    hint: `this transfer costs ${amount}, but only ${left} can be spent`,
    hintRepeats: true,
  })
export const transactionMissing = () =>
  new Refusal(404, 106, 'Transaction Not Found', {
    hint: 'send the transaction_id that this account received in the response to its transfer',
  })
