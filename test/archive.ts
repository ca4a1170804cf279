/** A database with old rows of all archived sources, and an archive directory. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { modules } from '../src/app/modules.ts'
import { createIds, type Database } from '../src/engine/db/index.ts'
import { createLog } from '../src/engine/log.ts'
import { collect } from '../src/module.ts'
import type { ArchiveContext } from '../src/modules/privacy/retention/archive/context.ts'
import { createLock } from '../src/modules/privacy/retention/archive/lock.ts'
import type { Manifest } from '../src/modules/privacy/retention/archive/manifest.ts'
import { type Archive, openArchive } from '../src/modules/privacy/retention/archive/open.ts'
import { messagePartitions, requestPartitions } from '../src/modules/sms/removal/store-partitions.ts'
import { createStillClock } from './still-clock.ts'
import { type EngineName, openTestDatabase } from './world.ts'

const archiveSources = collect(modules, 'data').flatMap(({ archive }) => archive ?? [])

export interface ArchiveWorld {
  readonly db: Database
  readonly directory: string
  readonly archive: Archive
  /** Logged errors. */
  readonly logs: readonly string[]
  /** Opens the archive again, in another directory or with other sources. */
  open(change?: { readonly directory?: string; readonly sources?: typeof archiveSources }): Archive
  /** For single steps, to simulate a stop between them. */
  context(): ArchiveContext
  /** The recorded parts. */
  days(): Promise<string[]>
  manifest(day: string): Manifest
  /** The lines of a file, with the header. */
  lines(day: string, name: string): string[]
  close(): Promise<void>
}

export async function openArchiveWorld(engine: EngineName): Promise<ArchiveWorld> {
  const { db, drop } = await openTestDatabase(engine)
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-archive-'))
  const logs: string[] = []
  const log = createLog('error', { write: (line) => void logs.push(line) })
  const open: ArchiveWorld['open'] = (change = {}) => {
    const archive = openArchive(
      { db, clock: createStillClock(), log },
      change.directory ?? directory,
      change.sources ?? archiveSources,
      '1.2.3',
    )
    if (archive === null) throw new Error('no archive')
    return archive
  }
  await sql`
    insert into accounts (id, name, created_at, currency)
    values (1, 'One', now(), 'TZS'), (7, 'Seven', now(), 'TZS')
  `.execute(db)
  await createIds(db, { ...requestPartitions, clock: createStillClock() }).take(1)
  await createIds(db, { ...messagePartitions, clock: createStillClock() }).take(1)
  return {
    db,
    directory,
    logs,
    archive: open(),
    open,
    context: () => ({
      db,
      clock: createStillClock(),
      directory,
      sources: archiveSources,
      version: '1.2.3',
      exclusively: createLock(db),
      log,
    }),
    async days() {
      const { rows } = await sql<{ day: string; part: number; rows: number }>`
        select day::text as day, part, rows from archive_days order by day, part
      `.execute(db)
      return rows.map(({ day, part, rows: count }) => `${day} ${part}: ${count}`)
    },
    manifest: (day) => JSON.parse(readFileSync(join(directory, day, 'manifest.json'), 'utf8')),
    lines: (day, name) =>
      gunzipSync(readFileSync(join(directory, day, name)))
        .toString()
        .split('\r\n')
        .slice(0, -1),
    async close() {
      await drop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export interface StoredRequest {
  readonly id: number
  readonly accountId?: number
  readonly at: string
  readonly text?: string
  readonly messages: readonly { readonly id: number; readonly phone: string; readonly status?: string }[]
}

export async function storeRequest(
  db: Database,
  { id, accountId = 1, at, text = 'Habari', messages }: StoredRequest,
): Promise<void> {
  const ids = messages.map((message) => message.id)
  await sql`
    insert into sms_requests (id, account_id, sender, text, encoding, segments, due_at, valid_until, first_message_id, last_message_id,
                              valid, invalid, duplicates, opted_out, created_at)
    values (${id}, ${accountId}, 'INFO', ${text}, 'gsm7', 1, ${at}, ${at}, ${ids[0] ?? null}, ${ids.at(-1) ?? null},
            ${ids.length}, 0, 0, 0, ${at})
  `.execute(db)
  for (const message of messages)
    await sql`
      insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, status, product)
      values (${message.id}, ${accountId}, ${id}, ${`r${message.id}`}, ${message.phone}, 'simulator', 1, 15, ${message.status ?? 'DELIVERED'}, 'SMS')
    `.execute(db)
}

/** One row of each source other than messages. */
export async function storeOthers(db: Database, at: string, phone: string): Promise<void> {
  await sql`
    insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at)
    values (1, 'simulator', ${phone}, '15040', '=1+1, "sawa"', 'message', ${at}),
           (null, 'simulator', ${phone}, '15041', ${'Nani\n"wewe"?'}, 'message', ${at})
  `.execute(db)
  await sql`
    insert into airtime_transfers (id, account_id, reference_id, phone, amount, amount_text, currency, provider, state, created_at, done_at)
    values (1, 1, ${`order +${phone}`}, ${phone}, 500, '500', 'TZS', 'simulator', 'failed', ${at}, ${at})
  `.execute(db)
  await sql`
    insert into checkout_sessions (account_id, transaction_id, reference_number, amount, amount_text, currency, phone, page_hash, provider, state,
                                   created_at, expires_at, ended_at)
    values (1, 'c1', 'invoice 9', 900, '900', 'TZS', ${phone}, '\\x01', 'simulator', 'expired', ${at}, ${at}, ${at})
  `.execute(db)
  await sql`
    insert into checkout_payments (session_id, account_id, try, payment_id, provider, method, phone, amount, currency, receipt, state, started_at, ended_at)
    values (1, 1, 1, 'PAY1', 'simulator', 'prompt', ${phone}, 900, 'TZS', 'TAB1', 'paid', ${at}, ${at})
  `.execute(db)
  await sql`
    with c as (
      insert into conversations (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at)
      values (1, 'whatsapp', 'Duka', ${phone}, 'open', ${at}, 'Habari', 'in', ${at})
      returning id
    )
    insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at)
    select 1, c.id, 'in', 'received', '{"type":"text","text":"Habari"}', 'simulator', ${at}, ${at}
      from c
  `.execute(db)
}
