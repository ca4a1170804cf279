import { Refusal } from '../../values/refusal.ts'

export const numberMissing = () =>
  new Refusal(404, 404, 'Number Not Found', { hint: 'run npx ngoma inbound numbers to see all numbers' })
export const keywordMissing = () =>
  new Refusal(404, 404, 'Keyword Not Found', {
    hint: 'run npx ngoma inbound numbers to see the keywords of each number',
  })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'run npx ngoma account list to see all accounts and their IDs' })
export const badNumber = () =>
  new Refusal(400, 400, 'Invalid Number', { hint: 'an incoming number has 3 to 15 digits, without +' })
export const badWord = (word: string) =>
  new Refusal(400, 400, `Invalid Word: ${word.slice(0, 40)}`, {
    hint: 'a word has 1 to 32 letters and digits, without spaces',
    problem: 'invalid_word',
  })
export const wordInTwoLists = (word: string) =>
  new Refusal(400, 400, `Word In Two Lists: ${word}`, {
    hint: 'a word can be in only one of the lists stop, start and help; remove it from the others',
    problem: 'invalid_word',
  })
export const keywordIsCommand = (word: string) =>
  new Refusal(400, 400, `Keyword Is A Command: ${word}`, {
    hint: 'a message with only this word means STOP, START or HELP; run npx ngoma inbound words to see these words',
  })
export const wordIsKeyword = (word: string) =>
  new Refusal(400, 400, `Word Is A Keyword: ${word}`, {
    hint: 'run npx ngoma inbound numbers to see all keywords',
    problem: 'invalid_word',
  })
export const onlyInStaging = () =>
  new Refusal(403, 403, 'Only In Staging', { hint: 'outside staging, incoming messages come only from carriers' })
export const unknownToPhone = () =>
  new Refusal(400, 400, 'Invalid Number: to', {
    hint: 'a virtual phone can write only to senders that wrote to it, or to numbers and keywords of the account',
  })
export const belongsToAnotherAccount = () =>
  new Refusal(409, 409, 'Belongs To Another Account', {
    hint: 'the number, or the keyword on it, belongs to another account',
  })
