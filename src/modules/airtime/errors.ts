import { phoneFormat } from '../../values/phone.ts'
import { bodyHint, Refusal } from '../../values/refusal.ts'

/** Where there is an example of everything. */
const reference = '/docs#tag/airtime has an example'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 104, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const missingTransactionId = () =>
  new Refusal(400, 104, 'Missing Required Parameter: transaction_id', {
    hint: 'transaction_id is what the transfer was answered with, such as "17"',
  })
export const missingDestination = () =>
  new Refusal(400, 111, 'Destination Address Missing', {
    hint: 'dest_addr is the number that gets the airtime, a text such as "255712345678"',
  })
export const invalidDestination = () =>
  new Refusal(400, 102, 'Invalid Destination Address', { hint: `dest_addr is a text of ${phoneFormat}` })
export const missingAmount = () =>
  new Refusal(400, 112, 'Amount Missing', { hint: 'amount is a text with a decimal above 0, such as "500"' })
export const invalidAmount = () =>
  new Refusal(400, 113, 'Invalid Amount', {
    hint: 'amount is a text with a decimal above 0 and at most 2 places, such as "500" or "10.50"',
  })
export const invalidReference = () =>
  new Refusal(400, 105, 'Missing Or Invalid Reference ID', {
    hint: 'reference_id, by this very name, is a text of 1 to 64 characters',
  })
export const invalidProduct = () =>
  new Refusal(400, 105, 'Invalid Product ID', {
    hint: 'product_id is left out, or a positive integer that the provider knows',
  })
export const referenceUsed = () =>
  new Refusal(409, 105, 'Reference ID Was Used With Another Transfer', {
    hint: 'the same reference_id is for the same number, amount and product only',
  })
export const noRoute = () =>
  new Refusal(400, 106, 'No Route', {
    hint: 'no provider of airtime is set up; NGOMA_STAGING=true transfers through the simulated one',
  })
export const insufficientBalance = (amount: string, left: string) =>
  new Refusal(400, 103, 'Insufficient Balance', {
    hint: `this transfer costs ${amount}, and ${left} can be spent`,
    hintRepeats: true,
  })
export const transactionMissing = () =>
  new Refusal(404, 106, 'Transaction Not Found', {
    hint: 'transaction_id is the one that this account was answered with when it asked for the transfer',
  })

/** Those of the console. */

export const transferMissing = () =>
  new Refusal(404, 404, 'Transfer Not Found', {
    hint: 'npx ngoma airtime list shows the transfers of an account, and so does the page Airtime',
  })
export const transferEnded = () =>
  new Refusal(409, 409, 'Transfer Has Ended', { hint: 'what it came to stands already: look at it again' })
export const transferNotOverdue = () =>
  new Refusal(409, 409, 'Transfer Is Not Overdue', {
    hint: 'a transfer is ended by hand only when its provider had no last word on it in a day',
  })
export const providerMissing = () =>
  new Refusal(404, 404, 'Provider Not Found', { hint: 'npx ngoma airtime provider show lists them' })
export const providerInUse = (open: number) =>
  new Refusal(409, 409, 'Provider Has Open Transfers', {
    hint: `${open} have not ended, and are asked about with its settings; set "active" to false to give it no more`,
  })
export const badSettings = (why: string) =>
  new Refusal(400, 400, `Invalid Settings: ${why}`, {
    hint: 'docs/airtime-providers.md describes the settings; what was set before still holds',
  })
