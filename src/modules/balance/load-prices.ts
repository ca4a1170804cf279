import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { pricesBytesMax } from '../../contract/console/balance.ts'
import { readCsv, tooManyRows } from '../../engine/csv/index.ts'
import { refuse } from '../../values/refusal.ts'
import { badRows, columnMissing } from './errors.ts'
import {
  collectBadRows,
  completePrice,
  findColumns,
  findMissingColumn,
  type PriceColumns,
  type PriceRequest,
  pickPrice,
  readPrice,
} from './price-file.ts'
import type { Price } from './prices.ts'
import { deletePricesLike, deleteRepeatedPrices, findCurrencies, lockPrices, upsertPrices } from './store-prices.ts'

const rowsMax = 200_000
const recordCharactersMax = 10_000
const stepSize = 1_000
/** Rows processed before yielding to others. */
const sliceSize = 5_000

export interface LoadedPrices {
  readonly rows: number
  readonly removed: number
}

/**
 * Loads a price file completely or not at all: all rows are validated first. With `replace`, existing prices for the
 * products and accounts of the file are deleted in the same transaction, so that no moment is without prices. Prices
 * that start now and apply already are not added again.
 */
export async function loadPrices(ctx: Context, source: Readable, replace: boolean): Promise<LoadedPrices> {
  const now = ctx.clock.now()
  const prices = await readPrices(ctx, source, now)
  return ctx.db.transaction(async (tx) => {
    await lockPrices(tx)
    const removed = replace ? await deletePricesLike(tx, kindsOf(prices)) : 0
    for (let from = 0; from < prices.length; from += stepSize)
      await upsertPrices(tx, prices.slice(from, from + stepSize), now)
    await deleteRepeatedPrices(tx, now)
    return { rows: prices.length, removed }
  })
}

function kindsOf(prices: readonly Price[]): Pick<Price, 'product' | 'accountId'>[] {
  const kinds = new Map(prices.map(({ product, accountId }) => [`${product} ${accountId}`, { product, accountId }]))
  return [...kinds.values()]
}

interface ReadRow {
  readonly row: number
  readonly request: PriceRequest
}

async function readPrices(ctx: Context, source: Readable, now: Date): Promise<Price[]> {
  const wrong = collectBadRows()
  const rows: ReadRow[] = []
  let columns: PriceColumns | null = null
  let row = 0
  for await (const { records, delimiter } of readCsv(source, { bytesMax: pricesBytesMax, recordCharactersMax })) {
    for (const record of records) {
      if (columns === null) {
        columns = readHeader(record)
        continue
      }
      row += 1
      if (row > rowsMax) throw tooManyRows(rowsMax)
      const request = readPrice(pickPrice(record, columns), delimiter)
      if (typeof request === 'string') wrong.add(row, request)
      else rows.push({ row, request })
    }
  }
  if (columns === null) throw refuse('file_empty')
  if (row === 0) throw refuse('file_without_rows')
  const { prices, wrong: others } = await complete(ctx, rows, now)
  const count = wrong.count() + others.count()
  if (count > 0) throw badRows(wrong.firstWith(others.firstWith([])), count)
  return prices
}

function readHeader(record: readonly string[]): PriceColumns {
  const columns = findColumns(record)
  const missing = findMissingColumn(columns)
  if (missing !== null) throw columnMissing(missing)
  return columns
}

/** Checks that need more than one row: unknown accounts and duplicates. */
async function complete(ctx: Context, rows: readonly ReadRow[], now: Date) {
  const accounts = new Set(rows.flatMap(({ request: { accountId } }) => (accountId === null ? [] : [accountId])))
  const defaults = { currencies: await findCurrencies(ctx.db, [...accounts]), currency: ctx.config.currency, now }
  const wrong = collectBadRows()
  const prices: Price[] = []
  const seen = new Map<string, number>()
  for (const [index, { row, request }] of rows.entries()) {
    if (index % sliceSize === 0) await nextTurn()
    const price = completePrice(request, defaults)
    if (typeof price === 'string') {
      wrong.add(row, price)
      continue
    }
    const key = [price.product, price.accountId, price.prefix, price.currency, price.validFrom.getTime()].join(' ')
    const before = seen.get(key)
    if (before !== undefined) wrong.add(row, `it duplicates row ${before}`)
    else seen.set(key, row)
    prices.push(price)
  }
  return { prices, wrong }
}
