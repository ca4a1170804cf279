/** Parses the first records of a CSV text by the server’s rules: quoted cells, blank lines skipped. */
export function parseRecords(text: string, delimiter: string, countMax = Number.POSITIVE_INFINITY): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  const endRecord = () => {
    record.push(cell)
    cell = ''
    if (record.some((one) => one.trim() !== '')) records.push(record)
    record = []
  }
  for (let i = 0; i < text.length && records.length < countMax; i += 1) {
    const character = text.charAt(i)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(i + 1) === '"') {
        cell += '"'
        i += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === delimiter) {
      record.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') endRecord()
    else cell += character
  }
  if (records.length < countMax) endRecord()
  return records
}
