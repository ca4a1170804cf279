import { Refusal } from '../../values/refusal.ts'

export const carrierMissing = () => new Refusal(404, 404, 'Carrier Not Found')
export const carrierInUse = (batches: number) =>
  new Refusal(409, 409, 'Carrier Has Waiting Messages', {
    hint: `${batches === 1 ? '1 batch of messages waits' : `${batches} batches of messages wait`} for it: pause it, and those that have another route take it, also what is scheduled; or give it the time to send them`,
  })
export const badSettings = (why: string) => new Refusal(400, 400, `Invalid Settings: ${why}`)
export const badName = () => new Refusal(400, 400, 'Invalid Name: it has up to 32 small letters, digits and dashes, and is not simulator')
export const unknownKind = (kinds: readonly string[]) => new Refusal(400, 400, `Invalid Kind: it is ${kinds.length === 1 ? '' : 'one of '}${kinds.join(', ')}`)
export const accountMissing = () => new Refusal(404, 404, 'Account Not Found')
export const routeMissing = () => new Refusal(404, 404, 'Route Not Found')
export const routeExists = () => new Refusal(409, 409, 'Route Exists', { hint: 'there is one to this carrier for the same' })
export const badNumber = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: 'numbers are in international format without +, such as 255712345678' })
/** As any path that is not there: who guesses learns nothing. */
export const pathMissing = () => new Refusal(404, 404, 'Not Found')
