import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Erasure, PersonData } from '../contract/console/person.ts'
import { countOf } from '../values/count.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  confirm,
  Failure,
  type Input,
  secondsCell,
  table,
  timeCell,
  yesOption,
} from './command.ts'
import { phoneCell } from './describe.ts'
import { reapply } from './erasures.ts'
import { writeNewFile } from './files.ts'
import { accountIn, pageOptions, type Shown, showList } from './lists.ts'
import { withProgress } from './progress.ts'

const lookMs = 500

const numberArgument = {
  name: 'NUMBER',
  about: 'A phone number with its country code, such as +255712345678. With --account also as dialled in its country.',
}
const accountOption = {
  account: { value: 'ID', about: 'Only the data of this account. Default: the whole installation.' },
}

function routesOf(input: Input) {
  const path = input.text('account') === undefined ? null : accountIn(input)
  return {
    show: (console: ConsoleClient, body: { phone: string }) =>
      path === null
        ? console.call('POST /person', { body })
        : console.call('POST /accounts/:account/person', { path, body }),
    exportJson: (console: ConsoleClient, body: { phone: string }) =>
      path === null
        ? console.stream('POST /person/export', { body })
        : console.stream('POST /accounts/:account/person/export', { path, body }),
    exportCsv: (console: ConsoleClient, body: { phone: string; source: string }) =>
      path === null
        ? console.stream('POST /person/export.csv', { body })
        : console.stream('POST /accounts/:account/person/export.csv', { path, body }),
    erase: (console: ConsoleClient, body: { phone: string }) =>
      path === null
        ? console.call('POST /person/erase', { body })
        : console.call('POST /accounts/:account/person/erase', { path, body }),
    erasures: (console: ConsoleClient) =>
      path === null
        ? console.list('GET /erasures', {}, { limit: 1_000 })
        : console.list('GET /accounts/:account/erasures', { path }, { limit: 1_000 }),
  }
}

const bodyOf = (input: Input) => ({ phone: input.arguments[0] ?? '' })

const countCell = ({ count, hasMore }: PersonData['sources'][number]) => `${count}${hasMore ? ' or more' : ''}`

function describeData({ phone, sources }: PersonData): string {
  if (sources.length === 0)
    return `No records of ${phoneCell(phone)} found. Older events and texts are searched by "person export" and "person erase".`
  return table(
    ['DATA', 'RECORDS', 'NEWEST'],
    sources.map((source) => [source.name, countCell(source), newestOf(source)]),
  )
}

function newestOf({ records: [newest = {}] }: PersonData['sources'][number]): string {
  const time = ['createdAt', 'receivedAt', 'at', 'lastAt', 'hour'].map((name) => newest[name]).find(Boolean)
  return typeof time === 'string' ? timeCell(time) : ''
}

const show: Command = {
  name: 'person show',
  about: 'Show the data that is stored about a phone number.',
  arguments: [numberArgument],
  options: accountOption,
  notes:
    'Events, audit entries and other records without an index by number are searched among the newest rows only; an export has all of them. The audit log records this command with a keyed hash of the number.',
  examples: ['person show +255712345678', 'person show 0712345678 --account 2 --json'],
  async run(input) {
    const found = await withConsole((console) => routesOf(input).show(console, bodyOf(input)))
    return input.print(found, describeData(found))
  },
}

const exportData: Command = {
  name: 'person export',
  about: 'Export everything that is stored about a phone number.',
  arguments: [numberArgument],
  options: {
    to: {
      value: 'PATH',
      about: 'A new file for JSON, or a new directory for JSON and one CSV file for each kind of data.',
    },
    ...accountOption,
  },
  notes: 'PATH is a file if its name ends in .json, and a directory otherwise.',
  examples: ['person export 255712345678 --to amina.json', 'person export 255712345678 --account 2 --to amina'],
  async run(input) {
    const to = input.text('to')
    if (to === undefined) throw badUsage('--to is required: a new file that ends in .json, or a new directory')
    const isFile = to.endsWith('.json')
    if (!isFile && existsSync(to)) throw new Failure(`${to} already exists. Choose another directory.`)
    const routes = routesOf(input)
    const files = await withConsole(async (console) => {
      const { sourceNames } = await routes.show(console, bodyOf(input))
      if (!isFile) mkdirSync(to, { recursive: true, mode: 0o700 })
      const json = isFile ? to : join(to, 'person.json')
      await writeNewFile(json, async (target) => pipeline(await routes.exportJson(console, bodyOf(input)), target))
      if (isFile) return [json]
      const written = [json]
      for (const source of sourceNames) {
        const file = join(to, `${source}.csv`)
        const body = { ...bodyOf(input), source }
        await writeNewFile(file, async (target) => pipeline(await routes.exportCsv(console, body), target))
        written.push(file)
      }
      return written
    })
    return input.print({ files }, `${countOf(files.length, 'file')} written: ${files.join(', ')}.`)
  },
}

const describeErasure = ({ state, pending, counts, step, missingArchiveDays }: Erasure) => {
  if (state === 'waiting')
    return pending === 0 ? 'waiting for a worker' : `waiting for ${countOf(pending, 'pending message')}`
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (state === 'running') return `running: ${step ?? ''}`
  const missing =
    missingArchiveDays === 0
      ? ''
      : `; ${countOf(missingArchiveDays, 'archived day')} not found, which may have the number`
  return `done: ${countOf(total, 'row')} removed or overwritten${missing}`
}

const waitingAdvice =
  ' It continues by itself when the messages, transfers and checkouts of the person have ended, and messages to others with the number in their text. "ngoma person show NUMBER --json" has the newest records of the person with their status; cancel scheduled messages to others with "ngoma request cancel".'

function questionOf(input: Input, data: PersonData): string {
  const where = input.text('account') === undefined ? 'the whole installation' : `account ${input.text('account')}`
  return `${describeData(data)}\n\nMessages, airtime and payments are kept for their amounts, without number and text. This cannot be undone.\nErase everything about ${phoneCell(data.phone)} in ${where}?`
}

/** Resolves when it is done, or waits for pending messages. */
async function follow(input: Input, console: ConsoleClient, erasure: Erasure): Promise<Erasure> {
  let latest = erasure
  const watch = async () => {
    while (latest.state !== 'done' && latest.pending === 0) {
      await sleep(lookMs)
      const { data } = await routesOf(input).erasures(console)
      latest = data.find(({ id }) => id === erasure.id) ?? latest
    }
    return latest
  }
  return withProgress(() => describeErasure(latest), watch)
}

const erase: Command = {
  name: 'person erase',
  about: 'Erase everything that is stored about a phone number. This cannot be undone.',
  arguments: [numberArgument],
  options: { ...accountOption, ...yesOption },
  notes: `Contacts, opt-outs, incoming messages, PINs, chats and events are removed. Messages, airtime and payments are kept for their amounts, without number and text. Then all other texts are searched for the number, and it is replaced by the word "erased". Scheduled messages to the number are cancelled first; pending messages delay the erasure until they are final.

The erasure continues in the background if you stop this command, and after a crash. It is written to NGOMA_ERASURES_FILE first, so that a restored backup does not bring the data back.`,
  examples: ['person erase 255712345678', 'person erase 255712345678 --account 2 --yes'],
  async run(input) {
    const routes = routesOf(input)
    const ended = await withConsole(async (console) => {
      const data = await routes.show(console, bodyOf(input))
      if (!(await confirm(input, questionOf(input, data)))) return null
      const erasure = await routes.erase(console, bodyOf(input))
      console.startErasures()
      return follow(input, console, erasure)
    })
    if (ended === null) throw new Failure('Nothing was erased.')
    const advice = ended.pending === 0 ? '' : waitingAdvice
    return input.print(ended, `Erasure ${ended.id} is ${describeErasure(ended)}.${advice}`)
  },
}

const shown: Shown<Erasure> = {
  heads: ['ID', 'REQUESTED', 'BY', 'ACCOUNT', 'PERSON', 'STATE', 'FINISHED'],
  row: (erasure) => [
    erasure.id,
    timeCell(erasure.requestedAt),
    erasure.requestedBy,
    erasure.accountId ?? 'all',
    erasure.phoneHash.slice(0, 12),
    describeErasure(erasure),
    erasure.finishedAt === null ? '' : secondsCell(erasure.finishedAt),
  ],
  nothing: 'No person was erased yet.',
}

const erasures: Command = {
  name: 'person erasures',
  about: 'List erasures, newest first. They show a keyed hash instead of the number.',
  options: { account: { value: 'ID', about: 'Only erasures of this account.' }, ...pageOptions },
  examples: ['person erasures'],
  run: (input) =>
    input.text('account') === undefined
      ? showList(input, 'GET /erasures', {}, shown)
      : showList(input, 'GET /accounts/:account/erasures', { path: accountIn(input) }, shown),
}

export const personCommands: readonly Command[] = [show, exportData, erase, erasures, reapply]
