/** Numbers out of what people paste, and out of files. Whether they are good is for the server to say: what is not is counted there. */

/** Between them may stand anything that stands in no number. Signs that people write into numbers are left out. */
export function readNumbers(text: string): string[] {
  return text
    .split(/[\n\r,;\t|]+/)
    .map(cleanNumber)
    .filter((number) => number !== '')
}

export const cleanNumber = (text: string) =>
  text
    .trim()
    .replace(/^\+|^00(?=[1-9])/, '')
    .replace(/[\s().'"-]/g, '')

const headings = ['mob_no', 'mobile', 'phone', 'msisdn', 'number', 'dest_addr', 'telephone', 'tel', 'simu']

export interface NumberFile {
  readonly name: string
  readonly numbers: readonly string[]
  /** Which column they were taken from, in words. */
  readonly column: string
}

/** The column that says it has numbers, or the one that looks most like it. Null when none does. */
export function readNumberFile(name: string, text: string): NumberFile | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const delimiter = [',', ';', '\t', '|'].toSorted((a, b) => countOf(lines[0], b) - countOf(lines[0], a))[0] ?? ','
  const rows = lines.map((line) => splitLine(line, delimiter))
  const [head = []] = rows
  const isHead = !head.some((cell) => looksLikeNumber(cell))
  const named = isHead ? head.findIndex((cell) => headings.some((heading) => cell.toLowerCase().replaceAll(/[ -]/g, '_').includes(heading))) : -1
  const body = isHead ? rows.slice(1) : rows
  const sample = body.slice(0, 100)
  const likeliest = head.map((_, place) => sample.filter((row) => looksLikeNumber(row[place] ?? '')).length)
  const place = named >= 0 ? named : likeliest.indexOf(Math.max(...likeliest))
  if (place < 0 || (named < 0 && (likeliest[place] ?? 0) === 0)) return null
  const numbers = body.map((row) => cleanNumber(row[place] ?? '')).filter((number) => number !== '')
  return numbers.length === 0 ? null : { name, numbers, column: isHead ? `the column “${head[place]?.trim() ?? ''}”` : `column ${place + 1}` }
}

const countOf = (line: string | undefined, sign: string) => (line ?? '').split(sign).length
const looksLikeNumber = (cell: string) => /^\d{7,15}$/.test(cleanNumber(cell))

function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}
