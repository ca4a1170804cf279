import type { PinAllowance } from '../../contract/account/otp.ts'
import { isMainCountry } from '../../values/countries.ts'
import type { OtpContext } from './context.ts'
import { unknownCountry } from './errors.ts'
import type { Allowance } from './guard.ts'
import { findAllowance, upsertAllowance } from './store-allowance.ts'

/** The countries and ranges that may receive PINs of an account. */
export async function getAllowance({ db, config }: OtpContext, accountId: number): Promise<Allowance> {
  const found = await findAllowance(db, accountId)
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
  await upsertAllowance(ctx.db, accountId, { countries, ranges }, ctx.clock.now())
  return getAllowance(ctx, accountId)
}
