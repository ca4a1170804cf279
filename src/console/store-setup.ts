import { sql } from 'kysely'
import type { AccountSetup } from '../contract/console/setup.ts'
import { type Queryable, run } from '../engine/db/index.ts'

/**
 * Each step reads one row by an index. A finished step stays finished: spent credit counts too. `givenSender` is a sender
 * ID that the account did not have to ask for.
 */
export async function readAccountSetup(
  db: Queryable,
  accountId: number,
  newSince: Date,
  givenSender: string | null,
): Promise<AccountSetup> {
  const own = sql`account_id = ${accountId}`
  const found = await run.first<Record<'isYoung' | 'senderWaits' | keyof AccountSetup['steps'], boolean>>(db)`
    select a.created_at > ${newSince} as "isYoung",
           exists (select from senders where ${own} and sender is distinct from ${givenSender}::text and status = 'active') as sender,
           exists (select from senders where ${own} and sender is distinct from ${givenSender}::text and status = 'pending') as "senderWaits",
           exists (select from ledger_entries where ${own})
             or exists (select from balances where ${own} and product = 'SMS' and available > floor) as credit,
           exists (select from contacts where ${own}) as contacts,
           exists (select from sms_requests where ${own})
             or exists (select from sms_hours where ${own}) as message,
           exists (select from webhook_endpoints where ${own} and removed_at is null and not ad_hoc) as webhook
      from accounts a
     where a.id = ${accountId}
  `
  if (found === null) throw new Error('the account is gone')
  const stateOf = (isDone: boolean) => (isDone ? 'done' : 'open')
  return {
    isNew: found.isYoung || !found.message,
    steps: {
      sender: !found.sender && found.senderWaits ? 'waiting' : stateOf(found.sender),
      credit: stateOf(found.credit),
      contacts: stateOf(found.contacts),
      message: stateOf(found.message),
      webhook: stateOf(found.webhook),
    },
  }
}

interface InstallationState {
  readonly carrierName: string | null
  readonly hasRoute: boolean
  readonly hasPrice: boolean
  readonly lastBackupAt: Date | null
  readonly lastTestEmailAt: Date | null
}

export async function readInstallationSetup(db: Queryable): Promise<InstallationState> {
  const found = await run.first<InstallationState>(db)`
    select (select name from providers where product = 'sms' order by created_at, name limit 1) as "carrierName",
           exists (select from routing_routes) as "hasRoute",
           exists (select from prices where product = 'SMS') as "hasPrice",
           (select at from setup_marks where name = 'backup') as "lastBackupAt",
           (select at from setup_marks where name = 'mail') as "lastTestEmailAt"
  `
  if (found === null) throw new Error('a select without a table returned no row')
  return found
}

/** Remembers that a backup or a test email worked. */
export async function markSetup(db: Queryable, name: 'backup' | 'mail', now: Date): Promise<void> {
  await sql`
    insert into setup_marks (name, at)
    values (${name}, ${now})
        on conflict (name) do update set at = excluded.at
  `.execute(db)
}
