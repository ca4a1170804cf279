/**
 * A spreadsheet takes a cell that begins with one of these for a formula, and a name in a contact is anybody's. So the
 * export puts an apostrophe in front, as people do in spreadsheets, and the import takes one away. Apostrophes that
 * stood before such a sign already get one more: whatever was written is read back exactly, and a name such as 't Hart
 * stays as it is. The wide signs are formulas too in some languages.
 */
const guarded = /^'*[=+\-@\t\r＝＋－＠]/

export const guardCell = (text: string) => (guarded.test(text) ? `'${text}` : text)

export const unguardCell = (text: string) => (text.startsWith("'") && guarded.test(text) ? text.slice(1) : text)

/** As RFC 4180 has it: quotes where something in it would end the cell, doubled inside. */
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** What stands in a cell came from anybody, and is guarded against programs that would take it for a formula. */
export const csvLine = (cells: readonly string[]) => `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`
