import { sql } from 'kysely'
import {
  consentSourceLengthMax,
  consentTextLengthMax,
  noteLengthMax,
  type OptOutSource,
} from '../../contract/account/consent.ts'
import type { DoNotDisturbSource } from '../../contract/console/consent.ts'
import { type Columns, columnsOf, type Ordering, type RowOf } from '../../engine/db/index.ts'
import type { Phone } from '../../values/phone.ts'
import type { SortKey } from '../../values/place.ts'
import { faultOfText, parsePastTime, pastTimeWanted } from './rules.ts'

/** A list of numbers of an account or of the installation: how its rows are stored, and their form in files. */
export interface NumberList<Listed, Stored extends { readonly phone: string }> {
  /** The name of an exported file. */
  readonly name: string
  readonly table: 'sms_optouts' | 'consents' | 'do_not_disturb'
  readonly columns: Columns<Listed>
  /** The values of a new row, and the types of their columns. */
  readonly types: Readonly<Record<keyof Stored & string, 'boolean' | 'text' | 'timestamptz'>>
  /** The order of the unique index, after the account. */
  readonly order: readonly Ordering[]
  readonly keyOf: (row: Listed) => SortKey
  /** The columns of an exported file. */
  readonly header: readonly string[]
  /** The columns of an imported file other than the number, with their accepted names as `nameOfColumn` writes them. */
  readonly spellings: Readonly<Record<string, readonly string[]>>
  readonly required?: readonly string[]
  /** Reads a row of a file. Returns the error if it is invalid. */
  readonly read: (phone: Phone, cell: (column: string) => string, now: Date) => Stored | string
}

/** The time in a cell, or the reason why it is invalid. */
const readTime = (text: string, now: Date): Date | string => parsePastTime(text, now) ?? `must be ${pastTimeWanted}`

const timeSpellings = ['createdat', 'since', 'at', 'time', 'date']

const optOutColumns = columnsOf('sms_optouts', { phone: 'phone', source: 'source', createdAt: 'created_at' }).narrow<{
  source: OptOutSource
}>()

/** A number that has opted out of an account's messages. A repeated opt-out keeps its first source and time. */
export type OptOut = RowOf<typeof optOutColumns>

export const optOutList: NumberList<OptOut, OptOut> = {
  name: 'opt-outs',
  table: 'sms_optouts',
  columns: optOutColumns,
  types: { phone: 'text', source: 'text', createdAt: 'timestamptz' },
  order: [[sql`phone`, 'asc']],
  keyOf: ({ phone }) => [phone],
  header: ['phone', 'source', 'created_at'],
  spellings: { createdAt: [...timeSpellings, 'optedout', 'optedoutat', 'optout'] },
  read(phone, cell, now) {
    const text = cell('createdAt')
    const createdAt = text === '' ? now : readTime(text, now)
    return typeof createdAt === 'string' ? `created_at ${createdAt}` : { phone, source: 'import', createdAt }
  },
}

const doNotDisturbColumns = columnsOf('do_not_disturb', 'phone, source, note, created_at').narrow<{
  source: DoNotDisturbSource
}>()

/** A number that gets no messages from any account. A repeated entry keeps its first time and note. */
type DoNotDisturb = RowOf<typeof doNotDisturbColumns>

export const doNotDisturbList: NumberList<DoNotDisturb, DoNotDisturb> = {
  name: 'do-not-disturb',
  table: 'do_not_disturb',
  columns: doNotDisturbColumns,
  types: { phone: 'text', source: 'text', note: 'text', createdAt: 'timestamptz' },
  order: [[sql`phone`, 'asc']],
  keyOf: ({ phone }) => [phone],
  header: ['phone', 'source', 'note', 'created_at'],
  spellings: {
    note: ['note', 'comment', 'remark', 'reason'],
    createdAt: [...timeSpellings, 'added', 'addedat'],
  },
  read(phone, cell, now) {
    const note = cell('note')
    const why = faultOfText(note, noteLengthMax)
    if (why !== null) return `note ${why}`
    const read = optOutList.read(phone, cell, now)
    return typeof read === 'string' ? read : { phone, source: 'import', note, createdAt: read.createdAt }
  },
}

const consentColumns = columnsOf('consents', 'id, phone, source, at, text, recorded_at', {
  status: sql<'given' | 'withdrawn'>`case when given then 'given' else 'withdrawn' end`,
})

/** A consent of a number to the messages of an account, or its withdrawal. The same record again is not stored. */
interface NewConsent extends Omit<RowOf<typeof consentColumns>, 'id' | 'status'> {
  readonly given: boolean
}

const statuses: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['given', true],
  ['withdrawn', false],
])

/** The invalid field of a consent and its fault; null when both texts are valid. */
export function faultOfConsent({
  source,
  text,
}: Pick<NewConsent, 'source' | 'text'>): [field: string, why: string] | null {
  const whySource = source === '' ? 'is empty' : faultOfText(source, consentSourceLengthMax)
  if (whySource !== null) return ['source', whySource]
  const whyText = faultOfText(text, consentTextLengthMax)
  return whyText === null ? null : ['text', whyText]
}

export const consentList: NumberList<RowOf<typeof consentColumns>, NewConsent> = {
  name: 'consents',
  table: 'consents',
  columns: consentColumns,
  types: {
    phone: 'text',
    given: 'boolean',
    source: 'text',
    at: 'timestamptz',
    text: 'text',
    recordedAt: 'timestamptz',
  },
  order: [
    [sql`phone`, 'asc'],
    [sql`at`, 'desc'],
    [sql`given`, 'asc'],
  ],
  keyOf: ({ phone, at, status }) => [phone, at.toISOString(), String(status === 'given')],
  header: ['phone', 'status', 'at', 'source', 'text', 'recorded_at'],
  spellings: {
    at: ['at', 'time', 'date', 'consentedat', 'consentdate', 'consenttime'],
    source: ['source', 'origin', 'channel'],
    text: ['text', 'wording', 'consenttext'],
    status: ['status', 'state'],
  },
  /** Without its time, a record proves nothing. */
  required: ['at'],
  read(phone, cell, now) {
    const at = readTime(cell('at'), now)
    if (typeof at === 'string') return `at ${at}`
    const given = statuses.get(cell('status').toLowerCase())
    if (given === undefined) return 'status must be given or withdrawn'
    const consent = { phone, given, source: cell('source') || 'import', at, text: cell('text'), recordedAt: now }
    return faultOfConsent(consent)?.join(' ') ?? consent
  },
}
