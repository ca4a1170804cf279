/**
 * Spreadsheets treat cells that start with these characters as formulas, and contact names are untrusted. So the export
 * adds an apostrophe and the import removes one. Existing apostrophes before such a character get one more, so that
 * every value survives a round trip; a name such as 't Hart is unchanged. The full-width characters start formulas in
 * some languages.
 */
const guarded = /^'*[=+\-@\t\r＝＋－＠]/

export const guardCell = (text: string) => (guarded.test(text) ? `'${text}` : text)

export const unguardCell = (text: string) => (text.startsWith("'") && guarded.test(text) ? text.slice(1) : text)

/** The maximum length of a value that fills a placeholder. */
const valueLengthMax = 1_000

/** The value of a cell, for a placeholder. */
export const readCell = (cell = '') =>
  unguardCell(cell).trim().slice(0, valueLengthMax).toWellFormed().replaceAll('\0', '')

/** Quotes a cell according to RFC 4180. */
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Writes a line with all cells guarded against formula injection. */
export const csvLine = (cells: readonly string[]) => `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`
