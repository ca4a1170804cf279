import { sql } from 'kysely'
import { type Queryable, run, type Tx } from '../../engine/db/index.ts'
import type { FileRow } from './store-audience.ts'

/** Uploaded recipients, in parts. An upload counts when its campaign names it. */

export interface Upload {
  readonly accountId: number
  readonly campaignId: number
  /** Unique for each upload. */
  readonly upload: string
}

/** `rows` is a JSON list of `FileRow`. */
export async function insertPart(db: Queryable, of: Upload, place: number, rows: string, now: Date): Promise<void> {
  await sql`
    insert into campaign_files (upload, place, account_id, campaign_id, rows, created_at)
    values (${of.upload}, ${place}, ${of.accountId}, ${of.campaignId}, ${rows}::jsonb, ${now})
  `.execute(db)
}

export interface UploadedFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly invalid: number
}

/** Replaces the file of a draft; null removes it. False unless it is a draft. */
export async function setFile(
  tx: Tx,
  { accountId, campaignId, upload }: Omit<Upload, 'upload'> & { readonly upload: string | null },
  file: UploadedFile | null,
): Promise<boolean> {
  const replaced = await run.first<{ before: string | null }>(tx)`
    with earlier as (
      select id, file_upload from campaigns where id = ${campaignId} and account_id = ${accountId} and status = 'draft' for update
    )
    update campaigns c
       set file_upload = ${upload}, file_name = ${file?.name ?? null}, file_columns = ${file?.columns ?? null}::text[],
           file_rows = ${file?.rows ?? 0}, file_invalid = ${file?.invalid ?? 0}
      from earlier e
     where c.id = e.id
       and c.account_id = ${accountId}
    returning e.file_upload as before
  `
  if (replaced === null) return false
  // Other uploads may still be running.
  if (replaced.before !== null)
    await sql`delete from campaign_files where upload = ${replaced.before} and account_id = ${accountId}`.execute(tx)
  return true
}

/** The rows of the next part; null at the end. */
export function findPartAfter(db: Queryable, accountId: number, upload: string, after: number) {
  return run.first<{ place: number; rows: readonly FileRow[] }>(db)`
    select place, rows
      from campaign_files
     where upload = ${upload}
       and account_id = ${accountId}
       and place > ${after}
     order by place
     limit 1
  `
}

export async function deleteFiles(db: Queryable, accountId: number, campaignId: number): Promise<void> {
  await sql`delete from campaign_files where campaign_id = ${campaignId} and account_id = ${accountId}`.execute(db)
}

/** Uploads that were interrupted before a time. */
export async function deleteInterrupted(db: Queryable, before: Date): Promise<void> {
  await sql`
    delete from campaign_files f
     where f.created_at < ${before}
       and not exists (select from campaigns c where c.id = f.campaign_id and c.file_upload = f.upload)
  `.execute(db)
}
