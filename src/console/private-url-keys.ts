import { sql } from 'kysely'
import type { Queryable } from '../engine/db/index.ts'

const keysMax = 20

/**
 * Valid keys that may call private hosts although no operator allowed it. Earlier versions let owners create such keys.
 * A rotated key inherits the permission of the keys that it replaced.
 */
export async function listPrivateUrlKeys(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ readonly id: number; readonly accountId: number; readonly name: string }>`
    with recursive earlier as (
      select id as key_id, id
        from credentials
       where private_urls
         and revoked_at is null
         and (expires_at is null or expires_at > now())
       union
      select e.key_id, c.id
        from credentials c
        join earlier e on c.replaced_by = e.id
    )
    select c.id, c.account_id as "accountId", c.name
      from credentials c
     where c.id in (select key_id from earlier)
       and not exists (select
                         from earlier e
                         join audit_entries a
                           on a.action = 'credential.change'
                          and a.params ->> 'credential' = e.id::text
                        where e.key_id = c.id
                          and a.status < 400
                          and a.detail -> 'privateUrls' = 'true')
     order by c.id
     limit ${keysMax}
  `.execute(db)
  return rows.map(({ id, accountId, name }) => `${name} (key ${id} of account ${accountId})`)
}
