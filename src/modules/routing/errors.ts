import { notFound } from '../../engine/http/index.ts'
import { countOf } from '../../values/count.ts'
import { Refusal } from '../../values/refusal.ts'

export const carrierMissing = () =>
  new Refusal(404, 404, 'Carrier Not Found', { hint: 'run npx ngoma carrier list to see all carriers' })
export const carrierInUse = (batches: number) =>
  new Refusal(409, 409, 'Carrier Has Waiting Messages', {
    hint: `${countOf(batches, 'batch of messages is', 'batches of messages are')} waiting for it; pause the carrier to move messages that have another route, including scheduled ones, or wait until it has sent them`,
  })
export const badSettings = (why: string) =>
  new Refusal(400, 400, `Invalid Settings: ${why}`, {
    hint: 'docs/carriers.md describes the settings of each kind; the previous settings still apply',
  })
export const badName = () =>
  new Refusal(400, 400, 'Invalid Name: use up to 32 lowercase letters, digits and dashes; "simulator" is reserved', {
    hint: 'choose a name such as north-1',
  })
export const nameTaken = () =>
  new Refusal(409, 409, 'Name Is Taken', { hint: 'a provider of another product has this name; choose another one' })
export const unknownKind = (kinds: readonly string[]) =>
  new Refusal(400, 400, `Invalid Kind: use ${kinds.length === 1 ? '' : 'one of '}${kinds.join(', ')}`, {
    hint: 'docs/carriers.md describes the kinds',
  })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'run npx ngoma account list to see all accounts and their IDs' })
export const routeMissing = () =>
  new Refusal(404, 404, 'Route Not Found', { hint: 'run npx ngoma route list to see all routes and their IDs' })
export const routeExists = () =>
  new Refusal(409, 409, 'Route Exists', {
    hint: 'this carrier already has a route with the same account, prefix, sender ID and lane',
  })
/** The same response as for any unknown path, so guessing reveals nothing. */
export const pathMissing = () => notFound()
