import { notFound } from '../../engine/http/index.ts'
import { phoneHint } from '../../values/phone.ts'
import { Refusal } from '../../values/refusal.ts'

export const carrierMissing = () =>
  new Refusal(404, 404, 'Carrier Not Found', { hint: 'npx ngoma carrier list shows them' })
export const carrierInUse = (batches: number) =>
  new Refusal(409, 409, 'Carrier Has Waiting Messages', {
    hint: `${batches === 1 ? '1 batch of messages waits' : `${batches} batches of messages wait`} for it: pause it, and those that have another route take it, also what is scheduled; or give it the time to send them`,
  })
export const badSettings = (why: string) =>
  new Refusal(400, 400, `Invalid Settings: ${why}`, {
    hint: 'docs/carriers.md describes the settings of each kind; what was set before still holds',
  })
export const badName = () =>
  new Refusal(400, 400, 'Invalid Name: it has up to 32 small letters, digits and dashes, and is not simulator', {
    hint: 'choose one such as north-1',
  })
export const unknownKind = (kinds: readonly string[]) =>
  new Refusal(400, 400, `Invalid Kind: it is ${kinds.length === 1 ? '' : 'one of '}${kinds.join(', ')}`, {
    hint: 'docs/carriers.md says which kind is for what',
  })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'npx ngoma account list shows the accounts with their ids' })
export const routeMissing = () =>
  new Refusal(404, 404, 'Route Not Found', { hint: 'npx ngoma route list shows them with their ids' })
export const routeExists = () =>
  new Refusal(409, 409, 'Route Exists', { hint: 'there is one to this carrier for the same' })
export const badNumber = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: phoneHint })
/** As any path that is not there: who guesses learns nothing. */
export const pathMissing = () => notFound()
