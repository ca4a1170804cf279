import { sql } from 'kysely'
import { dataOf, isOwned, type Removal } from '../table-data/index.ts'

/**
 * Campaigns that have not ended or ended recently, and the campaigns whose messages they send again: a resend has the
 * links of the first campaign.
 */
const inUse = ({ accountId, before }: Removal) => sql`
  with recursive used as (
    select c.id, c.resends
      from campaigns c
     where ${isOwned(sql`c.account_id`, accountId)}
       and c.status <> 'draft'
       and (c.ended_at is null or c.ended_at >= ${before})
     union
    select c.id, c.resends
      from campaigns c
      join used u on u.resends = c.id
  )
  select id from used
`

const links = dataOf('links', {
  keep: [
    {
      name: 'Short links',
      dataClass: 'messages',
      since: 'created_at',
      // The time counts from the end of the campaign. Until then, its messages may still need the link.
      where: (removal) => sql`t.campaign_id not in (${inUse(removal)})`,
      order: sql`t.id`,
      // Codes are found by their links.
      first: { table: 'link_codes', by: 'link_id' },
    },
  ],
})

export const data = [links]
