/** A piece of text for people, with the line that it begins at. */
export interface Piece {
  readonly line: number
  readonly text: string
}

/** After these a slash begins a regular expression, and not a division. */
const beforeExpression = /(?:[(,=:[!&|?{};+<>~^%*-]|=>|\b(?:return|case|typeof|of|in))\s*$/

/** The comments of a TypeScript file, and its strings that have a space: prose, and not a key or a path. */
export function findTexts(source: string): Piece[] {
  const pieces: Piece[] = []
  let line = 1
  let at = 0
  const take = (end: number, text: string | null) => {
    if (text !== null) pieces.push({ line, text })
    for (; at < end; at += 1) if (source[at] === '\n') line += 1
  }
  while (at < source.length) {
    const character = source[at] as string
    if (source.startsWith('//', at)) {
      const { end, text } = lineComments(source, at)
      take(end, text)
    } else if (source.startsWith('/*', at)) {
      const end = indexAfter(source, '*/', at + 2)
      take(end, source.slice(at + 2, end - 2).replace(/^\s*\*+/gm, ' '))
    } else if (character === '/' && beforeExpression.test(source.slice(Math.max(0, at - 20), at))) {
      take(endOfExpression(source, at), null)
    } else if (character === "'" || character === '"' || character === '`') {
      const end = endOfString(source, at)
      const text = source.slice(at + 1, end - 1)
      take(end, text.includes(' ') ? text : null)
    } else take(at + 1, null)
  }
  return pieces.map(({ line: start, text }) => ({ line: start, text: text.replace(/\s+/g, ' ').trim() }))
}

const indexAfter = (source: string, mark: string, from: number) => {
  const index = source.indexOf(mark, from)
  return index === -1 ? source.length : index + mark.length
}

/** Comments on following lines belong together. */
function lineComments(source: string, start: number): { end: number; text: string } {
  const [all = ''] = /^\/\/.*(?:\n[ \t]*\/\/.*)*/.exec(source.slice(start)) ?? []
  return { end: start + all.length, text: all.replace(/^[ \t]*\/\//gm, ' ') }
}

function endOfString(source: string, start: number): number {
  const quote = source[start]
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at + 1
    else if (source[at] === '\n' && quote !== '`') return at
    else if (quote === '`' && source.startsWith('${', at)) at = endOfPlaceholder(source, at + 2)
  }
  return source.length
}

/** The place of the brace that ends a placeholder of a template. */
function endOfPlaceholder(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at += 1) {
    const character = source[at]
    if (character === "'" || character === '"' || character === '`') at = endOfString(source, at) - 1
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    if (depth === 0) return at
  }
  return source.length
}

function endOfExpression(source: string, start: number): number {
  let isClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '[') isClass = true
    else if (source[at] === ']') isClass = false
    else if (source[at] === '/' && !isClass) return at + 1
  }
  return start + 1
}

/** The paragraphs and list items of a Markdown file, without code. */
export function findParagraphs(source: string): Piece[] {
  const pieces: Piece[] = []
  let fence: string | null = null
  for (const [index, line] of source.split('\n').entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined && (fence === null || line.trim() === fence)) fence = fence === null ? mark : null
    else if (fence === null && line.trim() !== '')
      pieces.push({ line: index + 1, text: line.replace(/`[^`]*`/g, '``').trim() })
  }
  return pieces
}
