import { JSON_DEPTH_MAX } from '../../values/json.ts'

/** Smaller bodies cannot contain enough object shapes to matter. */
const smallBytes = 65_536
/**
 * Maximum number of object shapes (lists of field names) in a body. V8 creates a hidden class for each shape, which is
 * the slowest part of parsing.
 */
const shapesMax = 2_000
/** Well above the limit of any single field. */
const textBytesMax = 1_048_576
const shapesSeen = new Uint8Array(65_536)
/** The shape of the current object at each depth. Shared by all calls, because they never overlap. */
const shapes = new Int32Array(JSON_DEPTH_MAX + 1)

/** Structural meaning of a byte outside of strings. */
const [ignored, quote, comma, colon, opening, closing] = [0, 1, 2, 3, 4, 5]
const kinds = new Uint8Array(256)
for (const [characters, kind] of [
  ['"', quote],
  [',', comma],
  [':', colon],
  ['[{', opening],
  [']}', closing],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind

/**
 * Checks JSON before it is parsed: depth, number of values, object shapes and string length. Returns an error message,
 * or null. One pass over the bytes; syntax errors are left to the parser.
 */
export function findJsonExcess(bytes: Uint8Array, elementsMax: number): string | null {
  const end = bytes.length
  const countsShapes = end > smallBytes
  if (countsShapes) shapesSeen.fill(0)
  shapes[0] = 0
  let at = 0
  let depth = 0
  let elements = 0
  let shapesCount = 0
  let textStart = 0
  let textEnd = 0
  for (;;) {
    at = skipIgnored(bytes, at)
    if (at >= end) return null
    const kind = kinds[bytes[at] as number]
    at += 1
    if (kind === quote) {
      textStart = at
      at = endOfText(bytes, at)
      textEnd = at
      if (textEnd - textStart > textBytesMax) return `the body has a string of more than ${textBytesMax} bytes`
    } else if (kind === comma) elements += 1
    else if (kind === colon) {
      if (!countsShapes) continue
      const shape = Math.imul((shapes[depth] as number) ^ hashOf(bytes, textStart, textEnd), 0x01000193)
      shapes[depth] = shape
      const slot = (shape ^ (shape >>> 16)) & 0xffff
      if (shapesSeen[slot] === 0) {
        shapesSeen[slot] = 1
        shapesCount += 1
        if (shapesCount > shapesMax)
          return `the body has objects with more than ${shapesMax} different sets of field names`
      }
    } else if (kind === opening) {
      depth += 1
      elements += 1
      if (depth > JSON_DEPTH_MAX) return `the body is nested more than ${JSON_DEPTH_MAX} levels deep`
      shapes[depth] = 0
    } else if (depth > 0) depth -= 1
    if (elements > elementsMax) return `the body has more than ${elementsMax} values`
  }
}

/** Loops run in short calls: V8 may keep one long call in unoptimized code to its end. */
const stepBytes = 4_096

function skipIgnored(bytes: Uint8Array, start: number): number {
  for (let at = start; ; ) {
    const stop = Math.min(at + stepBytes, bytes.length)
    at = findMark(bytes, at, stop)
    if (at < stop || stop === bytes.length) return at
  }
}

function findMark(bytes: Uint8Array, start: number, stop: number): number {
  const kindOf = kinds
  let at = start
  while (at < stop && kindOf[bytes[at] as number] === ignored) at += 1
  return at
}

/** Returns the position after the closing quote, or a position beyond the limit when the string is too long. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start; at - start <= textBytesMax; ) {
    const stop = Math.min(at + stepBytes, bytes.length)
    at = findQuote(bytes, at, stop)
    if (at < stop) return at + 1
    if (stop === bytes.length) return at
  }
  return start + textBytesMax + 1
}

function findQuote(bytes: Uint8Array, start: number, stop: number): number {
  let at = start
  for (; at < stop; at += 1) {
    const byte = bytes[at]
    if (byte === 34) return at
    if (byte === 92) at += 1
  }
  return at
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0
  return hash
}
