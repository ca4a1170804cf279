import { keep, readKept } from './kept.ts'

/** Not a UUID: browsers make those only where the address begins with https. */
const freshKey = () =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')

const nameOf = (place: string) => `ngoma.once.${place}`

/**
 * The same for the same content, until it is forgotten: whoever presses the button again after the connection broke
 * does not send, or pay, twice; nor who looks at another page in between, closes the dialog, or loads the page again.
 */
export function onceKey(place: string, content: unknown): Readonly<Record<string, string>> {
  const mark = markOf(JSON.stringify(content))
  const [keptMark, keptKey = ''] = (readKept(nameOf(place)) ?? '').split(' ')
  const key = keptMark === mark ? keptKey : freshKey()
  if (keptMark !== mark) keep(nameOf(place), `${mark} ${key}`)
  return { 'Idempotency-Key': key }
}

/** Once it is done: the same again is meant. */
export const forgetOnceKey = (place: string) => keep(nameOf(place), null)

/**
 * Of 53 bits (cyrb53), since a list of numbers may be longer than what a browser keeps. Were two ever the same, the
 * server would refuse the second.
 */
function markOf(text: string): string {
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
