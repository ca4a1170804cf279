import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Campaign } from '../../../src/contract/account/campaigns.ts'
import { idToCode } from '../../../src/modules/links/rules.ts'
import type { Hold, Host } from './host.ts'
import type { Workload } from './workload.ts'

const recipientsEach = 1_500
/** The sending of a campaign takes so many seconds, so that several faults come in the middle of it. */
const seconds = 20

const preparationLock = 6_028
/** A lock on the table would also stop erasures. */
const waitInPreparation = `
  create function chaos_prepare() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${preparationLock});
    return null;
  end $$;
  create trigger chaos_prepare before insert on campaign_pieces for each statement execute function chaos_prepare();
`

/** Campaigns with a link for each recipient. The first fault comes while the audience is prepared. */
export async function openCampaigns({ db, size, hold, ask, get, addAccount, wait }: Host): Promise<Workload> {
  const recipients = recipientsEach * size
  const accountId = await addAccount('Campaigns')
  const { id: bookId } = await get('POST', `/accounts/${accountId}/books`, { name: 'All' })
  // The network reports that numbers with the end 0003 are switched off, and sends two receipts for 0005.
  await sql`
    with added as (
      insert into contacts (account_id, phone, phone2, title, first_name, last_name, gender, email, country, city, area, search, created_at)
      select ${accountId}, (255730000000 + n * 10000 + (array[3, 5, 6])[1 + n % 3])::text, '', '', 'Person ' || n, '', '', '', '',
             case when n % 2 = 0 then 'Moshi' else '' end, '', '', now()
        from generate_series(0, ${recipients - 1}::bigint) as n
      returning id
    ),
    counted as (
      update contact_accounts set contacts_count = contacts_count + ${recipients} where account_id = ${accountId}
    ),
    counted_in_book as (
      update contact_books set contacts_count = contacts_count + ${recipients} where id = ${bookId} and account_id = ${accountId}
    )
    insert into contact_memberships (account_id, book_id, contact_id)
    select ${accountId}, ${bookId}, id from added
  `.execute(db)
  await sql.raw(waitInPreparation).execute(db)
  const ids: number[] = []
  let preparation: Hold | null = null
  let faults = 0
  let pausing: Promise<unknown> | null = null

  const pathOf = (rest = '') => `/accounts/${accountId}/campaigns/${ids.at(-1)}${rest}`

  async function read(id = ids.at(-1)) {
    const { rows } = await sql<{ status: string; position: number; owner: string | null }>`
      select status, position, lease_owner as owner from campaigns where id = ${id}
    `.execute(db)
    return rows[0]
  }

  async function create(isHeld: boolean): Promise<void> {
    const { id } = await get('POST', `/accounts/${accountId}/campaigns`, {
      name: 'June',
      from: 'INFO',
      text: 'Hello {first_name} of {city|Tanzania}: {link https://example.com/june}',
      uniqueLinks: true,
      audience: { bookIds: [bookId] },
      pace: (recipients * 60) / seconds,
    })
    ids.push(id)
    if (isHeld) preparation = await hold(`select pg_advisory_lock(${preparationLock})`)
    await get('POST', pathOf('/start'))
  }

  async function release(): Promise<void> {
    await preparation?.release()
    preparation = null
  }

  return {
    async begin(isHeld) {
      if (ids.length === 0 || (await read())?.status === 'done') await create(isHeld)
    },
    async missing() {
      if (pausing !== null) return null
      const campaign = await read()
      if (campaign?.status === 'done') await create(true)
      const isOpen =
        preparation === null
          ? campaign !== undefined && campaign.position > 0 && campaign.position < recipients
          : campaign?.status === 'preparing'
      if (!isOpen || campaign?.owner === null) return `a campaign is ${campaign?.status} at ${campaign?.position}`
      // Every second time the pause comes before the fault.
      if (faults % 2 === 1) pausing ??= ask('POST', pathOf('/pause'))
      return null
    },
    async release() {
      faults += 1
      await release()
      await (pausing ?? ask('POST', pathOf('/pause')))
      pausing = null
      await ask('POST', pathOf('/resume'))
    },
    async finish() {
      await release()
      for (const id of ids) await wait('the campaign is done', async () => (await read(id))?.status === 'done')
    },
    properties: {
      async 'each recipient gets one message with one link'() {
        for (const id of ids) {
          const { rows } = await sql<{ phone: string; text: string; code: string }>`
            select m.phone, m.text, c.code::text
              from contacts p
              left join sms_messages m on m.phone = p.phone and m.account_id = ${accountId} and m.submitter = ${`campaign/${id}`}
              left join link_codes c on c.message_id = m.id
             where p.account_id = ${accountId}
          `.execute(db)
          assert.equal(rows.length, recipients)
          assert.equal(new Set(rows.map(({ phone }) => phone)).size, recipients)
          for (const { text, code } of rows)
            assert.match(text, new RegExp(`^Hello Person \\d+ of (Moshi|Tanzania): .*/l/${idToCode(code)}$`))
        }
        const codes = await sql<{ count: number }>`select count(*) from link_codes`.execute(db)
        assert.equal(codes.rows[0]?.count, ids.length * recipients)
      },
      async 'the results of a campaign are the sums of its messages'() {
        for (const id of ids) {
          const { rows } = await sql<Record<string, number | string>>`
            select count(*) as queued, count(*) filter (where submitted_at is not null) as sent,
                   count(*) filter (where status = 'DELIVERED') as delivered, count(*) filter (where status = 'UNDELIVERED') as failed,
                   coalesce(sum(price) filter (where submitted_at is not null), 0)::text as price
              from sms_messages
             where submitter = ${`campaign/${id}`}
          `.execute(db)
          const { progress, results }: Campaign = await get('GET', `/accounts/${accountId}/campaigns/${id}`)
          const { queued, processed, pending } = progress
          const { sent, delivered, failed, cancelled, price } = results
          assert.deepEqual({ queued, sent, delivered, failed, price }, rows[0])
          assert.deepEqual([processed, pending, cancelled, delivered + failed], [recipients, 0, 0, recipients])
        }
        const pieces = await sql`select campaign_id from campaign_pieces`.execute(db)
        assert.deepEqual(pieces.rows, [])
      },
    },
  }
}
