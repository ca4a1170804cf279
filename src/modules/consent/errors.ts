import { countOf } from '../../values/count.ts'
import { Refusal } from '../../values/refusal.ts'
import { pastTimeWanted } from './rules.ts'

export const badTime = () =>
  new Refusal(400, 400, 'Invalid Time', {
    hint: `at is ${pastTimeWanted}`,
    problem: 'invalid_time',
    errors: [{ field: 'at', message: `must be ${pastTimeWanted}` }],
  })

const badField = (message: string, field: string, why: string) =>
  new Refusal(400, 400, message, { hint: `${field} ${why}`, errors: [{ field, message: why }] })

export const badSource = (why: string) => badField('Invalid Source', 'source', why)

export const badText = (why: string) => badField('Invalid Text', 'text', why)

export const badNote = () => new Refusal(400, 400, 'Invalid Note', { hint: 'note contains invalid characters' })

export const optOutMissing = () =>
  new Refusal(404, 404, 'Number Has Not Opted Out', {
    hint: 'run npx ngoma optouts list, or open the Opt-outs page, to see the numbers that opted out',
    problem: 'optout_not_found',
  })

export const doNotDisturbMissing = () =>
  new Refusal(404, 404, 'Number Is Not On The Do-Not-Disturb List', {
    hint: 'run npx ngoma do-not-disturb list, or open the Do not disturb page, to see the list',
  })

export const numberColumnMissing = () =>
  new Refusal(400, 400, 'The File Has No Column For The Number', {
    hint: 'the first line must have the column names, one of them phone; a file without other columns may be a plain list of numbers',
    problem: 'invalid_file',
  })

export const columnMissing = (column: string) =>
  new Refusal(400, 400, 'The File Lacks A Column', {
    hint: `add the column ${column}, and its name in the first line`,
    problem: 'invalid_file',
  })

/** Nothing was imported. */
export const noValidRows = (rows: number, { row, why }: { readonly row: number; readonly why: string }) =>
  new Refusal(400, 400, 'No Row Is Valid', {
    problem: 'no_valid_rows',
    hint: `${countOf(rows, 'invalid row')}; row ${row}: ${why}`,
  })
