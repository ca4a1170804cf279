import { sql } from 'kysely'
import type { PinAllowance } from '../../contract/account/otp.ts'
import { columnsOf, prepared, type RowOf, run } from '../../engine/db/index.ts'
import { isMainCountry } from '../../values/countries.ts'
import type { OtpContext } from './context.ts'
import { unknownCountry } from './errors.ts'
import type { Allowance } from './guard.ts'

const columns = columnsOf({ a: 'accounts', o: 'otp_allowances?' }, 'a.country, o.countries, o.ranges')

/** The countries and ranges that may receive PINs of an account. */
export async function getAllowance({ db, config }: OtpContext, accountId: number): Promise<Allowance> {
  const found = await run.first<RowOf<typeof columns>>(db)`
    ${prepared}
    select ${columns}
      from accounts a
      left join otp_allowances o on o.account_id = a.id
     where a.id = ${accountId}
  `
  return { country: found?.country ?? config.country, countries: found?.countries ?? [], ranges: found?.ranges ?? [] }
}

/** Replaces the previous allowance. */
export async function setAllowance(
  ctx: OtpContext,
  accountId: number,
  { countries, ranges }: Pick<PinAllowance, 'countries' | 'ranges'>,
): Promise<Allowance> {
  const unknown = countries.find((country) => !isMainCountry(country))
  if (unknown !== undefined) throw unknownCountry(unknown)
  await sql`
    insert into otp_allowances (account_id, countries, ranges, changed_at)
    values (${accountId}, ${countries}::text[], ${ranges}::text[], ${ctx.clock.now()})
        on conflict (account_id) do update
       set countries = excluded.countries, ranges = excluded.ranges, changed_at = excluded.changed_at
  `.execute(ctx.db)
  return getAllowance(ctx, accountId)
}
