import { Refusal } from '../../values/refusal.ts'

export const numberMissing = () => new Refusal(404, 404, 'Number Not Found', { hint: 'ngoma inbound numbers lists them' })
export const keywordMissing = () => new Refusal(404, 404, 'Keyword Not Found')
export const accountMissing = () => new Refusal(404, 404, 'Account Not Found')
export const badNumber = () => new Refusal(400, 400, 'Invalid Number', { hint: 'a number that people write to has 3 to 15 digits, without +' })
export const badPhone = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: 'numbers are in international format without +, such as 255712345678' })
export const badWord = (word: string) =>
  new Refusal(400, 400, `Invalid Word: ${word.slice(0, 40)}`, { hint: 'a word has 1 to 32 letters and digits, and no spaces' })
export const wordTwice = (word: string) => new Refusal(400, 400, `Word In Two Lists: ${word}`)
export const onlyInStaging = () => new Refusal(403, 403, 'Only In Staging', { hint: 'outside staging messages come from carriers alone' })
