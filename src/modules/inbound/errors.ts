import { phoneHint } from '../../values/phone.ts'
import { Refusal } from '../../values/refusal.ts'

export const numberMissing = () =>
  new Refusal(404, 404, 'Number Not Found', { hint: 'ngoma inbound numbers lists them' })
export const keywordMissing = () =>
  new Refusal(404, 404, 'Keyword Not Found', { hint: 'npx ngoma inbound numbers lists the keywords of each number' })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'npx ngoma account list shows the accounts with their ids' })
export const badNumber = () =>
  new Refusal(400, 400, 'Invalid Number', { hint: 'a number that people write to has 3 to 15 digits, without +' })
export const badPhone = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: phoneHint })
export const badWord = (word: string) =>
  new Refusal(400, 400, `Invalid Word: ${word.slice(0, 40)}`, {
    hint: 'a word has 1 to 32 letters and digits, and no spaces',
  })
export const wordTwice = (word: string) =>
  new Refusal(400, 400, `Word In Two Lists: ${word}`, {
    hint: 'a word can stop, start or ask for help, and not two of these: take it out of one list',
  })
export const keywordIsCommand = (word: string) =>
  new Refusal(400, 400, `Keyword Is A Command: ${word}`, {
    hint: 'whoever writes it alone wants to stop, to start or help; ngoma inbound words shows the words of an account',
  })
export const wordIsKeyword = (word: string) =>
  new Refusal(400, 400, `Word Is A Keyword: ${word}`, { hint: 'ngoma inbound numbers lists the keywords' })
export const onlyInStaging = () =>
  new Refusal(403, 403, 'Only In Staging', { hint: 'outside staging messages come from carriers alone' })
export const notKnownToPhone = () =>
  new Refusal(400, 400, 'Invalid Number: to', {
    hint: 'a virtual phone writes to who wrote to it, or to a number or keyword of the account',
  })
export const goesElsewhere = () =>
  new Refusal(409, 409, 'Goes To Another Account', {
    hint: 'that number, or that keyword on it, belongs to another account',
  })
