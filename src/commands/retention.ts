import type {
  InstallationRetention,
  LimitsBody,
  LimitValue,
  RetentionClass,
  RetentionPreview,
  RetentionRows,
  RetentionRun,
  RetentionState,
} from '../contract/console/retention.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  confirm,
  exitCodes,
  type Input,
  type Option,
  table,
  timeCell,
  yesOption,
} from './command.ts'

import { type AccountPath, accountIn } from './lists.ts'

const classes = ['texts', 'messages', 'events', 'logs'] as const

/** The whole installation without `--account`. */
const pathIn = (input: Input): AccountPath | null => (input.text('account') === undefined ? null : accountIn(input))

const accountOption: Readonly<Record<string, Option>> = {
  account: { value: 'ID', about: 'ID of the account. Default: the whole installation.' },
}

const showDays = (days: number | null) => (days === null ? 'no limit' : countOf(days, 'day'))
const showClassDays = (dataClass: RetentionClass['dataClass'], days: number | null) =>
  days === null && dataClass === 'texts' ? 'as the messages' : showDays(days)
const showRows = ({ rows, hasMore }: RetentionRows) => (hasMore ? `more than ${rows}` : String(rows))

const classRow = ({ dataClass, limit, default: byDefault, max, days, next }: RetentionClass) => [
  dataClass,
  limit === 'default' ? 'not set' : showClassDays(dataClass, limit),
  showClassDays(dataClass, byDefault),
  showDays(max),
  showClassDays(dataClass, days),
  next === null ? '' : `${showClassDays(dataClass, next.days)} from ${timeCell(next.at)}`,
]

/** A default of the installation replaces the built-in one; a limit of an account replaces the default. */
function describeClasses(rows: readonly RetentionClass[], isInstallation: boolean): string {
  const heads = isInstallation ? ['DEFAULT', 'BUILT-IN'] : ['OWN LIMIT', 'DEFAULT']
  return `${table(['CLASS', ...heads, 'MAXIMUM', 'APPLIES NOW', 'NEXT'], rows.map(classRow))}${noteOnTexts(rows)}`
}

/** A text is removed with its message at the latest. */
function noteOnTexts(rows: readonly RetentionClass[]): string {
  const daysOf = (name: RetentionClass['dataClass']) => {
    const found = rows.find(({ dataClass }) => dataClass === name)
    return (found?.next ?? found)?.days ?? null
  }
  const [texts, messages] = [daysOf('texts'), daysOf('messages')]
  return texts === null || messages === null || texts <= messages
    ? ''
    : `\n\nTexts are removed with their messages, after ${showDays(messages)}.`
}

const describeRows = (rows: readonly RetentionRows[]) =>
  table(
    ['DATA', 'CLASS', 'KEPT FOR', 'TO REMOVE', 'AFTER'],
    rows.map((one) => [
      one.rule,
      one.dataClass,
      showDays(one.days),
      showRows(one),
      one.rows === 0 ? '' : timeCell(one.at),
    ]),
  )

const describeRuns = (runs: readonly RetentionRun[]) =>
  table(
    ['DATA', 'LAST RUN', 'STATE', 'REMOVED', 'IN TOTAL'],
    runs.map(({ rule, startedAt, finishedAt, removed, removedTotal, error }) => [
      rule,
      timeCell(finishedAt ?? startedAt),
      error === null ? (finishedAt === null ? 'running' : 'done') : `failed: ${error}`,
      removed,
      removedTotal,
    ]),
  )

const ownLimitsNote =
  'The rows are counted with the limits above. Accounts with their own limits keep rows for a longer or shorter time: see "ngoma retention show --account ID".'

function describe(state: RetentionState | InstallationRetention): string {
  const last =
    state.lastRunAt === null ? 'Old data has not been removed yet.' : `Last complete run: ${timeCell(state.lastRunAt)}.`
  const isInstallation = 'runs' in state
  const runs = isInstallation && state.runs.length > 0 ? `\n\n${describeRuns(state.runs)}` : ''
  const rows = `${describeRows(state.rows)}${isInstallation ? `\n\n${ownLimitsNote}` : ''}`
  return `${describeClasses(state.classes, isInstallation)}\n\n${rows}${runs}\n\n${last}`
}

const show: Command = {
  name: 'retention show',
  about: 'Show how long data is kept, the rows that will be removed, and the last run.',
  options: accountOption,
  notes: `DEFAULT applies to accounts without their own limit, BUILT-IN while no default is set, and no account keeps data longer than MAXIMUM. APPLIES NOW is the result; a shorter limit follows under NEXT after 24 hours.

The classes are texts (of messages), messages (with requests, PINs, airtime, checkout and chat records), events (webhook events, imports) and logs (audit entries, sign-in devices).

Some kinds of data are kept longer or shorter than their class: PINs at most 8 days, airtime transfers and checkout sessions at least 90 days.`,
  examples: ['retention show', 'retention show --account 2'],
  async run(input) {
    const path = pathIn(input)
    const state = await withConsole((console) =>
      path === null ? console.call('GET /retention', {}) : console.call('GET /accounts/:account/retention', { path }),
    )
    return input.print(state, describe(state))
  },
}

function readLimit(input: Input, option: string): LimitValue | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (text === 'default') return 'default'
  if (text === 'off') return null
  const [, days] = /^(\d{1,6})d?$/.exec(text) ?? []
  if (days === undefined) throw badUsage(`--${option} must be a number of days such as 30d, off, or default`)
  return Number(days)
}

function readLimits(input: Input, prefix: '' | 'max-'): LimitsBody | null {
  const given = classes.flatMap((name) => {
    const value = readLimit(input, `${prefix}${name}`)
    return value === undefined ? [] : [[name, value] as const]
  })
  return given.length === 0 ? null : Object.fromEntries(given)
}

function describeRemoval({ classes: rows, rows: counted }: RetentionPreview, isInstallation: boolean): string {
  const removing = counted.filter((one) => one.rows > 0)
  const removed = removing.length === 0 ? 'No rows to remove.' : describeRows(removing)
  return `${describeClasses(rows, isInstallation)}\n\n${removed}`
}

const valueOption = (about: string): Option => ({ value: 'DAYS', about })

const set: Command = {
  name: 'retention set',
  about: 'Set how long data is kept, for the whole installation or for an account.',
  options: {
    ...accountOption,
    texts: valueOption('Texts of messages: at least 1d.'),
    messages: valueOption('Messages: at least 7d.'),
    events: valueOption('Events: at least 1d.'),
    logs: valueOption('Logs: at least 30d.'),
    'max-texts': valueOption('The most that accounts can set for texts.'),
    'max-messages': valueOption('The same for messages.'),
    'max-events': valueOption('The same for events.'),
    'max-logs': valueOption('The same for logs.'),
    'dry-run': { about: 'Show the limits and the rows that they would remove, and change nothing.' },
    ...yesOption,
  },
  notes: `DAYS is a number of days such as 30d, off for no limit, or default. Without --account, the limits are the defaults of all accounts; the maximum also applies to accounts that have set a longer limit.

A shorter limit applies 24 hours later. Until then it can be undone; removed data cannot be restored. If data will be removed, the command asks for confirmation.`,
  examples: [
    'retention set --messages 400d --texts 30d --dry-run',
    'retention set --max-messages 800d --yes',
    'retention set --account 2 --messages 90d --events default',
  ],
  async run(input) {
    const path = pathIn(input)
    const [limits, max] = [readLimits(input, ''), readLimits(input, 'max-')]
    if (limits === null && max === null) throw badUsage('at least one limit is required, such as --messages 400d')
    if (path !== null && max !== null)
      throw badUsage('only the installation has maximums: leave out --account, or the options with max')
    const ofInstallation = { default: limits ?? undefined, max: max ?? undefined }
    const ofAccount = limits ?? {}
    const state = await withConsole(async (console) => {
      const preview =
        path === null
          ? await console.call('POST /retention/preview', { body: ofInstallation })
          : await console.call('POST /accounts/:account/retention/preview', { path, body: ofAccount })
      const removal = describeRemoval(preview, path === null)
      if (input.is('dry-run')) {
        input.print(preview, `${removal}\n\nNothing was changed.`)
        return 'previewed'
      }
      if (preview.rows.some(({ rows }) => rows > 0) && !input.is('yes')) {
        process.stderr.write(`${removal}\n`)
        if (!(await confirm(input, 'These rows will be removed and cannot be restored. Continue?'))) return null
      }
      return path === null
        ? console.call('PUT /retention', { body: ofInstallation })
        : console.call('PUT /accounts/:account/retention', { path, body: ofAccount })
    })
    if (state === 'previewed') return exitCodes.done
    if (state === null) {
      return input.print(null, 'Nothing was changed.', false)
    }
    return input.print(state, describe(state))
  },
}

export const retentionCommands: readonly Command[] = [show, set]
