import { JSON_DEPTH_MAX } from '../../values/json.ts'

const quote = 34
const comma = 44
const colon = 58
const backslash = 92

/** Smaller bodies can't hold so many names that they matter. */
const smallBytes = 65_536
/**
 * How many different lists of field names a body may have. The engine keeps a description for each of them, which takes
 * longer than anything else in a body.
 */
const shapesMax = 2_000
const shapesSeen = new Uint8Array(65_536)

/**
 * Why a JSON text must not be parsed, for people; null when its depth and the number of its values are within limits.
 * One pass over the bytes, which asks for nothing else: whether it is JSON at all is found out by parsing.
 */
export function findJsonExcess(bytes: Uint8Array, elementsMax: number): string | null {
  const countsShapes = bytes.length > smallBytes
  if (countsShapes) shapesSeen.fill(0)
  const shapes = new Int32Array(JSON_DEPTH_MAX + 1)
  let [depth, elements, shapesCount, name] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === quote) {
      name = 0
      for (at += 1; at < bytes.length; at += 1) {
        const inside = bytes[at] as number
        if (inside === quote) break
        if (inside === backslash) at += 1
        name = (Math.imul(name, 31) + inside) | 0
      }
    } else if (byte === comma) elements += 1
    else if (byte === colon) {
      if (!countsShapes) continue
      const shape = Math.imul((shapes[depth] as number) ^ name, 0x01000193)
      shapes[depth] = shape
      const slot = (shape ^ (shape >>> 16)) & 0xffff
      if (shapesSeen[slot] === 0) {
        shapesSeen[slot] = 1
        shapesCount += 1
        if (shapesCount > shapesMax) return `the body has objects with more than ${shapesMax} different lists of names`
      }
    } else if (isOpening(byte)) {
      depth += 1
      elements += 1
      if (depth > JSON_DEPTH_MAX) return tooDeep
      shapes[depth] = 0
    } else if (isClosing(byte) && depth > 0) depth -= 1
    if (elements > elementsMax) return tooMany(elementsMax)
  }
  return null
}

const tooDeep = `the body is nested more than ${JSON_DEPTH_MAX} deep`

export const tooMany = (elementsMax: number) => `the body has more than ${elementsMax} values`

/** `[` and `{`. */
const isOpening = (byte: number) => byte === 91 || byte === 123
/** `]` and `}`. */
const isClosing = (byte: number) => byte === 93 || byte === 125
