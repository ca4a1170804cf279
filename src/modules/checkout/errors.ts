import { secureTokenMax, tokenHeader, tokenHeaderMax } from '../../contract/public/checkout.ts'
import { phoneHint } from '../../values/phone.ts'
import { bodyHint, Refusal, refuse } from '../../values/refusal.ts'

const examples: Readonly<Record<string, string>> = {
  amount: '1500',
  reference_number: 'ORDER-17',
  transaction_id: 'a-uuid-of-yours',
}

export const missingParameter = (name: string) =>
  new Refusal(400, 104, `Missing Required Parameter: ${name}`, {
    hint: `add ${name}=${examples[name] ?? '1'} to the query; see the example in /docs#tag/checkout`,
  })
export const invalidReference = (max: number) =>
  new Refusal(400, 104, 'Invalid Parameter: reference_number', {
    hint: `a reference has at most ${max} characters and no control characters`,
  })
export const invalidSecureToken = (name: string) =>
  new Refusal(400, 104, `Invalid Parameter: ${name}`, {
    hint: `the token has at most ${secureTokenMax.toLocaleString('en')} printable ASCII characters and its header name at most ${tokenHeaderMax}, because the callback returns both`,
    plain: `Invalid Parameter: ${tokenHeader}`,
  })
export const invalidAmount = () =>
  new Refusal(400, 101, 'Invalid Amount', {
    hint: 'an amount is a decimal greater than 0 with at most 2 decimal places, such as 1500 or 1500.50',
  })
export const invalidTransactionId = () =>
  new Refusal(400, 102, 'Invalid Transaction ID', { hint: 'a transaction ID has 1 to 64 characters' })
export const invalidMobile = () => new Refusal(400, 100, 'Invalid Mobile Number', { hint: phoneHint })
export const transactionIdUsed = (what: string) =>
  new Refusal(409, 102, 'Transaction ID Already Used', {
    hint: `a session with this transaction_id exists with a different ${what}`,
    hintRepeats: true,
  })
export const noRoute = () =>
  new Refusal(400, 106, 'No Route', {
    hint: 'this account has no payment provider that takes new payments; an operator adds one with npx ngoma provider set, or resumes it',
  })
const websiteHint = 'a website is an http or https address, or a host name, such as shop.example.com'
export const invalidFormat = () =>
  new Refusal(400, 104, 'Invalid Request Format', { hint: `${bodyHint}, such as {"website":"shop.example.com"}` })
export const missingWebsite = () =>
  new Refusal(400, 104, 'Missing Required Parameter: website', { hint: `add website to the body; ${websiteHint}` })
export const invalidWebsite = () =>
  refuse('invalid_website', { v1: [104, 'Invalid Parameter: website'], hint: websiteHint })
export const tooManyWebsites = (max: number) =>
  new Refusal(409, 104, 'Too Many Websites', {
    hint: `an account has at most ${max} websites; an owner removes those no longer used on the Settings page`,
  })
export const badHost = () => new Refusal(400, 400, 'Bad Request', { hint: 'the Host header is not a valid host name' })
