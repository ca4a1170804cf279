import { Refusal } from '../../values/refusal.ts'

export const endpointMissing = () =>
  new Refusal(404, 404, 'Endpoint Not Found', {
    hint: 'npx ngoma webhooks list shows those of an account, and so does the page Webhooks',
  })
export const eventMissing = () =>
  new Refusal(404, 404, 'Event Not Found', {
    hint: 'npx ngoma webhooks events ID shows those of an endpoint; old ones are not kept for ever',
  })
export const badUrl = (why: string) => new Refusal(400, 400, 'Invalid URL', { hint: why })
export const tooManyEndpoints = (max: number) =>
  new Refusal(409, 409, 'Too Many Endpoints', { hint: `an account has at most ${max}: remove one first` })
export const tooManyRotations = (max: number, from: Date) =>
  new Refusal(409, 409, 'Too Many Rotations', {
    hint: `${max} secrets of this endpoint were rotated out in the last 24 hours and still sign; rotate again after ${from.toISOString()}`,
  })
export const endpointOff = () => new Refusal(409, 409, 'The Endpoint Is Disabled', { hint: 'enable it first' })
export const urlOfMessages = () =>
  new Refusal(409, 409, 'The URL Comes With Messages', {
    hint: 'the endpoint was made for the callback_url of messages: send them with another one',
  })
export const nothingChosen = () =>
  new Refusal(400, 400, 'Nothing To Repeat', { hint: 'name an event, or a time since when' })
export const badTime = (name: string) =>
  new Refusal(400, 400, `Invalid Time: ${name}`, {
    hint: 'a day, or ISO 8601 with a zone, such as 2030-01-31T08:00:00Z',
  })
/** The name is cut, and never logged: somebody may have written the value into it. */
const shownName = (name: string) => JSON.stringify(name.slice(0, 64))
export const invalidHeader = (name: string) =>
  new Refusal(400, 400, 'Invalid Header', {
    hint: `${shownName(name)}: a header has a name of 1 to 64 letters, digits and hyphens, which comes once, and a value of 1 to 1,024 printable ASCII characters`,
    hintRepeats: true,
  })
export const reservedHeader = (name: string) =>
  new Refusal(400, 400, 'Reserved Header', {
    hint: `${shownName(name)} is set by the server, or belongs to the connection: choose another header`,
    hintRepeats: true,
  })
export const tooManyHeaders = (max: number) =>
  new Refusal(400, 400, 'Too Many Headers', { hint: `an endpoint has at most ${max} headers: remove one first` })
export const headersOfOtherOrigin = (names: readonly string[]) =>
  new Refusal(409, 409, 'Headers Belong To Another Server', {
    hint: `the new URL leads to another server: give the headers again in the same change, or remove them (${names.join(', ') || 'their names are unreadable'})`,
    hintRepeats: true,
  })
