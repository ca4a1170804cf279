import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { campaignFileBytesMax } from '../../contract/account/campaign-routes.ts'
import { openPiece, readCsv, tooManyRows } from '../../engine/csv/index.ts'
import { mapColumns } from '../../values/contact-columns.ts'
import { readCell, unguardCell } from '../../values/csv.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import { placeholderOfColumn } from '../../values/placeholders.ts'
import { refuse } from '../../values/refusal.ts'
import { findCountry } from '../accounts/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { badColumns } from './errors.ts'
import type { FileRow } from './store-audience.ts'
import { insertPart, setFile, type Upload } from './store-files.ts'

const rowsMax = 1_000_000
const limits = { bytesMax: campaignFileBytesMax, recordCharactersMax: 65_536 } as const
const columnsMax = 50

/** Stores the rows of a file with valid numbers as recipients of a draft. A refused upload changes nothing. */
export async function uploadFile(
  ctx: SmsContext,
  accountId: number,
  campaignId: number,
  name: string,
  source: Readable,
): Promise<void> {
  const { db, clock } = ctx
  const of: Upload = { accountId, campaignId, upload: randomUUID() }
  const country = await findCountry(ctx, accountId)
  let header: Header | null = null
  const part = openPiece(db.engine)
  let [place, rows, invalid] = [0, 0, 0]
  const store = async () => {
    if (part.size > 0) await insertPart(db, of, place, part.take(), clock.now())
    place += 1
  }
  for await (const { records } of readCsv(source, limits)) {
    for (const record of records) {
      if (header === null) {
        header = readHeader(record)
        continue
      }
      rows += 1
      if (rows > rowsMax) throw tooManyRows(rowsMax)
      const phone = parseTypedPhone(unguardCell(record[header.phone] ?? ''), country)
      const row: FileRow | null =
        phone === null ? null : [phone, ...header.values.map((index) => readCell(record[index]))]
      if (row === null) invalid += 1
      else if (part.add(row)) await store()
    }
  }
  if (header === null) throw refuse('file_empty')
  if (rows === 0) throw refuse('file_without_rows')
  if (rows === invalid) throw refuse('no_valid_rows')
  await store()
  const file = { name, columns: header.columns, rows: rows - invalid, invalid }
  if (!(await db.transaction((tx) => setFile(tx, of, file)))) throw refuse('campaign_started')
}

interface Header {
  /** The position of the column with the numbers. */
  readonly phone: number
  readonly values: readonly number[]
  /** The placeholders of the other columns. */
  readonly columns: readonly string[]
}

function readHeader(record: readonly string[]): Header {
  if (record.length > columnsMax) throw badColumns()
  const phone = mapColumns(record).findIndex(({ field }) => field === 'phone')
  if (phone === -1)
    throw refuse('phone_column_missing', {
      hint: 'name the column phone, mobile or mob_no in the first line of the file',
    })
  const values = record.flatMap((column, index) => (index === phone || column.trim() === '' ? [] : [index]))
  const columns = values.flatMap((index) => placeholderOfColumn(record[index] ?? '') ?? [])
  if (new Set(columns).size < values.length) throw badColumns()
  return { phone, values, columns }
}
