/** Header fields by lower-case name; repeated values are joined. */
export type Fields = Readonly<Record<string, string>>

const validName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const invalidInValue = /[^\t\x20-\x7e\x80-\xff]/

export const isFieldName = (text: string) => validName.test(text)
/** False for line breaks, other control characters, and characters outside of Latin-1. */
export const isFieldValue = (text: string) => !invalidInValue.test(text)

/** Parses the field lines of a response. Null when one is invalid, which includes continuation lines. */
export function parseFields(text: string): Fields | null {
  // Without a prototype, because a server chooses the names.
  const fields: Record<string, string> = Object.create(null)
  if (text === '') return fields
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    const value = trimBlanks(line, colon + 1)
    if (!isFieldName(name) || !isFieldValue(value)) return null
    const key = name.toLowerCase()
    const earlier = fields[key]
    fields[key] = earlier === undefined ? value : `${earlier}, ${value}`
  }
  return fields
}

/** `trim` would also remove 0xa0, which may be half of a UTF-8 character. */
function trimBlanks(text: string, from: number): string {
  let to = text.length
  while (from < to && isBlank(text.charCodeAt(from))) from += 1
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

const isBlank = (code: number) => code === 32 || code === 9
