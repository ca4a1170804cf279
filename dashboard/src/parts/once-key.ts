import { keep, readKept } from './kept.ts'

/** Not `crypto.randomUUID`, which browsers offer on https only. */
const freshKey = () =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')

const nameOf = (place: string) => `ngoma.once.${place}`

/**
 * An idempotency key that stays the same for the same content until it is forgotten. A user who presses the button again
 * after a broken connection does not send or pay twice, even after a reload.
 */
export function onceKey(place: string, content: unknown): Readonly<Record<string, string>> {
  const hash = hashOf(JSON.stringify(content))
  const [keptHash, keptKey = ''] = (readKept(nameOf(place)) ?? '').split(' ')
  const key = keptHash === hash ? keptKey : freshKey()
  if (keptHash !== hash) keep(nameOf(place), `${hash} ${key}`)
  return { 'Idempotency-Key': key }
}

/** After success: the same content again is a new request. */
export const forgetOnceKey = (place: string) => keep(nameOf(place), null)

/**
 * A hash of 53 bits (cyrb53), because a list of numbers may be too long to store. On a collision the server refuses the
 * second request.
 */
function hashOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return `${text.length}.${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`
}
