import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { consentSourceLengthMax, consentTextLengthMax } from '../../contract/account/consent.ts'
import { exportRows } from '../../engine/csv/index.ts'
import { findCountry, readTypedPhone } from '../accounts/index.ts'
import { badSource, badText, badTime } from './errors.ts'
import { type Imported, importRows } from './import-rows.ts'
import { faultOfText, parsePastTime, readTimeCell } from './rules.ts'
import {
  type Consent,
  deleteRule,
  insertConsents,
  insertRule,
  listConsentsAfter,
  type NewConsent,
} from './store-consents.ts'

/** A consent as someone records it. */
export interface ConsentRequest {
  readonly phone: string
  /** False for a withdrawal. */
  readonly given: boolean
  /** Where the person consented, such as `web form`. */
  readonly source: string
  /** Null for now. */
  readonly at: string | null
  /** The text that the person agreed to. */
  readonly text: string
}

/** Records a consent or its withdrawal. */
export async function addConsent(ctx: Context, accountId: number, request: ConsentRequest): Promise<NewConsent> {
  const now = ctx.clock.now()
  const { given, source, text } = request
  const phone = await readTypedPhone(ctx, accountId, request.phone)
  const at = request.at === null ? now : parsePastTime(request.at, now)
  if (at === null) throw badTime()
  const whySource = faultOfSource(source.trim())
  if (whySource !== null) throw badSource(whySource)
  const whyText = faultOfText(text, consentTextLengthMax)
  if (whyText !== null) throw badText(whyText)
  const consent = { phone, given, source: source.trim(), at, text }
  await insertConsents(ctx.db, accountId, [consent], now)
  return consent
}

const faultOfSource = (source: string) => (source === '' ? 'is empty' : faultOfText(source, consentSourceLengthMax))

/** The names of columns in a file. */
const columns = {
  at: ['at', 'time', 'date', 'consentedat', 'consentdate', 'consenttime'],
  source: ['source', 'origin', 'channel'],
  text: ['text', 'wording', 'consenttext'],
  status: ['status', 'state'],
} as const

const statuses: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['given', true],
  ['withdrawn', false],
])

/** Imports consents. Their time is required: without it, a record proves nothing. */
export async function importConsents(ctx: Context, accountId: number, source: Readable): Promise<Imported> {
  const now = ctx.clock.now()
  const country = await findCountry(ctx, accountId)
  return importRows<keyof typeof columns, NewConsent>(ctx, source, {
    table: 'consents',
    country,
    columns,
    required: ['at'],
    read: (phone, cells) => {
      const at = readTimeCell(cells.at, now)
      if (typeof at === 'string') return `at ${at}`
      const given = statuses.get(cells.status.toLowerCase())
      if (given === undefined) return 'status must be given or withdrawn'
      const origin = cells.source === '' ? 'import' : cells.source
      const whySource = faultOfSource(origin)
      if (whySource !== null) return `source ${whySource}`
      const whyText = faultOfText(cells.text, consentTextLengthMax)
      if (whyText !== null) return `text ${whyText}`
      return { phone, given, source: origin, at, text: cells.text }
    },
    insert: (rows) => insertConsents(ctx.db, accountId, rows, now),
  })
}

export const exportConsents = (ctx: Context, accountId: number): Readable =>
  exportRows<Consent>({
    header: ['phone', 'status', 'at', 'source', 'text', 'recorded_at'],
    listAfter: (after, limit) => listConsentsAfter(ctx.db, accountId, after, limit),
    cells: ({ phone, given, at, source, text, recordedAt }) => [
      phone,
      given ? 'given' : 'withdrawn',
      at.toISOString(),
      source,
      text,
      recordedAt.toISOString(),
    ],
  })

/** Whether bulk messages of the account need a consent of the recipient. Applies to new sends on all processes. */
export async function setConsentRule(ctx: Context, accountId: number, required: boolean): Promise<void> {
  if (required) await insertRule(ctx.db, accountId, ctx.clock.now())
  else await deleteRule(ctx.db, accountId)
}
