const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Used for all external text, even where it could do no harm. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

/** One element of an XML document. */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string
  /** The text including white space; empty when the element has children. */
  readonly text: string
  readonly children: readonly XmlElement[]
  /** Only of elements that have some, and only when the limits keep them. */
  readonly attributes?: ReadonlyMap<string, string>
}

interface OpenElement {
  readonly name: string
  text: string
  children: OpenElement[]
  attributes?: ReadonlyMap<string, string>
}

/** Shared by all elements without children, to save memory. */
const noChildren: OpenElement[] = []

const s = '[ \\t\\r\\n]'
const nameStart =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const name = `[${nameStart}][${nameStart}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const quoted = (value: string) => `(?:"${value}"|'${value}')`

/** All patterns are sticky and unambiguous, so that matching never backtracks over the document. */
const namePattern = new RegExp(name, 'uy')
const attributePattern = new RegExp(`${s}+(${name})${s}*=${s}*(?:"([^<"]*)"|'([^<']*)')`, 'uy')
const startEndPattern = new RegExp(`${s}*(/?)>`, 'y')
const closeEndPattern = new RegExp(`${s}*>`, 'y')
const declarationPattern = new RegExp(
  `<\\?xml${s}+version${s}*=${s}*${quoted('1\\.\\d+')}(?:${s}+encoding${s}*=${s}*(${quoted('[A-Za-z][\\w.-]*')}))?(?:${s}+standalone${s}*=${s}*${quoted('(?:yes|no)')})?${s}*\\?>`,
  'y',
)

/** Characters that XML forbids. Surrogates are not checked, because the body is valid UTF-8. */
const forbidden = /[^\t\n\r\x20-\ufffd]/
const notSpace = /[^ \t\r\n]/
const notAscii = /[^\0-\x7f]/
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\dA-Fa-f]+));/y
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** V8 copies slices up to this length; a longer slice keeps the whole document in memory. */
const copiedLengthMax = 12

class NotWellFormed extends Error {}

/**
 * Parses a document. Returns null when it is not well-formed, exceeds a limit, or has a document type declaration,
 * where all entity attacks begin. Keeps text unchanged, including line ends. Makes one pass without recursion. Our own
 * parser, because the common ones accept a second root, text after the root and undeclared entities.
 */
export function parseXml(text: string, limits: XmlLimits): XmlElement | null {
  const reading = readXml(text, limits)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** Like `parseXml`, in steps, so that a long document does not block the event loop. */
export function* readXml(text: string, limits: XmlLimits): Generator<void, XmlElement | null> {
  try {
    return yield* readDocument(text, limits)
  } catch (error) {
    if (error instanceof NotWellFormed) return null
    throw error
  }
}

export interface XmlLimits {
  readonly depthMax: number
  /** Counts elements, attributes, comments and other tokens. */
  readonly elementsMax: number
  /** By default attributes are checked but not kept. */
  readonly keepsAttributes?: boolean
}

/** More than the longest message can contain. */
const referencesMax = 100_000
/** Number of tokens read before yielding to the event loop. */
const tokensPerTurn = 10_000

function* readDocument(
  text: string,
  { depthMax, elementsMax, keepsAttributes = false }: XmlLimits,
): Generator<void, XmlElement> {
  must(!forbidden.test(text))
  yield
  let elements = 0
  let tokens = 0
  let references = 0
  const decode = (raw: string): string => {
    if (!raw.includes('&')) return raw
    const decoded = decodeReferences(raw, referencesMax - references)
    references += decoded.count
    return decoded.text
  }
  const open: OpenElement[] = []
  let root: OpenElement | null = null
  let current: OpenElement | undefined
  let position = skipDeclaration(text)

  const addText = (piece: string) => {
    if (current?.children === noChildren) current.text += piece.length > copiedLengthMax ? copy(piece) : piece
  }
  const close = () => {
    open.pop()
    current = open.at(-1)
  }

  for (;;) {
    const next = text.indexOf('<', position)
    if (next !== position) {
      const piece = next === -1 ? text.slice(position) : text.slice(position, next)
      must(current ? !piece.includes(']]>') : !notSpace.test(piece))
      addText(decode(piece))
    }
    if (next === -1) break
    elements += 1
    tokens += 1
    if (tokens % tokensPerTurn === 0) yield

    if (text.startsWith('</', next)) {
      elements -= 1
      must(current !== undefined && text.startsWith(current.name, next + 2))
      position = skip(closeEndPattern, text, next + 2 + (current as OpenElement).name.length)
      close()
    } else if (text.startsWith('<!--', next)) {
      // Two hyphens must end the comment.
      position = after('--', text, next + 4) + 1
      must(text[position - 1] === '>')
    } else if (text.startsWith('<![CDATA[', next)) {
      must(current !== undefined)
      position = after(']]>', text, next + 9)
      addText(text.slice(next + 9, position - 3))
    } else if (text.startsWith('<?', next)) {
      const end = skip(namePattern, text, next + 2)
      must(!/^xml$/i.test(text.slice(next + 2, end)) && /[ \t\r\n?]/.test(text[end] ?? ''))
      position = after('?>', text, end)
    } else {
      const nameEnd = skip(namePattern, text, next + 1)
      const element: OpenElement = { name: text.slice(next + 1, nameEnd), text: '', children: noChildren }
      if (current) {
        current.text = ''
        if (current.children === noChildren) current.children = [element]
        else current.children.push(element)
      } else {
        must(root === null)
        root = element
      }
      open.push(element)
      must(open.length <= depthMax)
      current = element
      const { attributes, end } = readAttributes(text, nameEnd, elementsMax - elements, decode)
      elements += attributes.size
      if (keepsAttributes && attributes.size > 0) element.attributes = attributes
      position = skip(startEndPattern, text, end)
      if (text[position - 2] === '/') close()
    }
    must(elements <= elementsMax)
  }
  must(open.length === 0)
  return root ?? refuse()
}

function refuse(): never {
  throw new NotWellFormed()
}

function must(isSo: boolean): void {
  if (!isSo) refuse()
}

/** Returns the end of a pattern that must match at this position. */
function skip(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position
  must(pattern.test(text))
  return pattern.lastIndex
}

function after(end: string, text: string, position: number): number {
  const found = text.indexOf(end, position)
  must(found !== -1)
  return found + end.length
}

/** The text is UTF-8. A document that declares another encoding is accepted only when it is pure ASCII. */
function skipDeclaration(text: string): number {
  const start = text.startsWith('\ufeff') ? 1 : 0
  declarationPattern.lastIndex = start
  const declaration = declarationPattern.exec(text)
  if (declaration === null) return start
  const encoding = declaration[1]?.slice(1, -1).toLowerCase() ?? 'utf-8'
  must(encoding === 'utf-8' || !notAscii.test(text))
  return start + declaration[0].length
}

const noAttributes: ReadonlyMap<string, string> = new Map()

function readAttributes(
  text: string,
  start: number,
  countMax: number,
  decode: (raw: string) => string,
): { readonly end: number; readonly attributes: ReadonlyMap<string, string> } {
  let position = start
  if (text[position] === '>') return { end: position, attributes: noAttributes }
  const attributes = new Map<string, string>()
  for (;;) {
    attributePattern.lastIndex = position
    const attribute = attributePattern.exec(text)
    if (attribute === null) return { end: position, attributes }
    const [whole, called = '', double, single] = attribute
    must(!attributes.has(called) && attributes.size < countMax)
    attributes.set(called, decode(double ?? single ?? ''))
    position += whole.length
  }
}

/** Replaces references. Only the five predefined entities can occur, because document types are rejected. */
function decodeReferences(raw: string, countMax: number): { readonly text: string; readonly count: number } {
  let decoded = ''
  let position = 0
  let count = 0
  for (let found = raw.indexOf('&'); found !== -1; found = raw.indexOf('&', position)) {
    count += 1
    must(count <= countMax)
    reference.lastIndex = found
    const [whole, entity, decimal, hex] = reference.exec(raw) ?? refuse()
    decoded +=
      raw.slice(position, found) +
      (entity === undefined ? characterOf(Number(decimal ?? `0x${hex}`)) : entities[entity])
    position = found + whole.length
  }
  return { text: decoded + raw.slice(position), count }
}

function characterOf(code: number): string {
  must(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
  const character = String.fromCodePoint(code)
  must(!forbidden.test(character))
  return character
}

const copy = (piece: string) => Buffer.from(piece, 'utf16le').toString('utf16le')
