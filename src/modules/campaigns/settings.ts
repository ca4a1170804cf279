import type { CampaignChange, NewCampaign } from '../../contract/account/campaigns.ts'
import { callingCodeIn } from '../../values/countries.ts'
import { getTypedPhone } from '../../values/number-fault.ts'
import type { Phone } from '../../values/phone.ts'
import { timeZonesOf } from '../../values/time-zones.ts'
import { findCountry } from '../accounts/index.ts'
import { bookMissing, contactMissing, findBook, listPlainContactsByIds, openSegment } from '../contacts/index.ts'
import { readWindow, type SmsContext } from '../sms/index.ts'
import { checkBraces, checkSchedule, listUrls } from './rules.ts'
import type { Audience, Settings } from './store.ts'

const replyHoursByDefault = 72

const nobody: Audience = {
  bookIds: [],
  segmentIds: [],
  contactIds: [],
  exclude: { bookIds: [], segmentIds: [], numbers: [] },
}

/** The settings of a new campaign. */
const unset: Omit<Settings, 'name' | 'sender' | 'text'> = {
  audience: nobody,
  options: {
    uniqueLinks: false,
    smartEncoding: null,
    flash: false,
    sendWindow: null,
    validity: null,
    schedule: null,
  },
  pace: null,
  replyHours: replyHoursByDefault,
}

export const readNew = (ctx: SmsContext, accountId: number, body: NewCampaign): Promise<Settings> =>
  readChange(ctx, accountId, body, { ...unset, name: body.name, sender: body.from, text: body.text })

/** Reads changed settings, and checks everything that they refer to. */
export async function readChange(
  ctx: SmsContext,
  accountId: number,
  body: CampaignChange,
  current: Settings,
): Promise<Settings> {
  const { name = current.name, from = current.sender, text = current.text } = body
  const { pace = current.pace, replyHours = current.replyHours } = body
  listUrls(text)
  checkBraces(text)
  const { audience: given, ...rest } = body
  const options = { ...current.options, ...definedOf(rest, Object.keys(unset.options)) }
  if (options.sendWindow !== null) readWindow(options.sendWindow)
  if (options.schedule !== null) checkSchedule(options.schedule, await findZones(ctx, accountId))
  const audience = given === undefined ? current.audience : await readAudience(ctx, accountId, given)
  return { name, sender: from, text, audience, options, pace, replyHours }
}

const definedOf = (values: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** The time zones of the country of the account. */
export const findZones = async (ctx: SmsContext, accountId: number): Promise<readonly string[]> =>
  timeZonesOf(callingCodeIn(await findCountry(ctx, accountId)) as Phone)

async function readAudience(
  ctx: SmsContext,
  accountId: number,
  { bookIds = [], segmentIds = [], contactIds = [], exclude = {} }: NonNullable<NewCampaign['audience']>,
): Promise<Audience> {
  const country = await findCountry(ctx, accountId)
  const unique = (ids: readonly number[] = []) => [...new Set(ids)]
  const numbers = new Set(exclude.numbers?.map((number) => getTypedPhone(number, country)))
  for (const id of unique([...bookIds, ...(exclude.bookIds ?? [])]))
    if ((await findBook(ctx.db, accountId, id)) === null) throw bookMissing()
  for (const id of unique([...segmentIds, ...(exclude.segmentIds ?? [])]))
    await openSegment(ctx.db, accountId, id, ctx.clock.now())
  const known = await listPlainContactsByIds(ctx.db, accountId, unique(contactIds))
  if (known.length < unique(contactIds).length) throw contactMissing()
  return {
    bookIds: unique(bookIds),
    segmentIds: unique(segmentIds),
    contactIds: unique(contactIds),
    exclude: { bookIds: unique(exclude.bookIds), segmentIds: unique(exclude.segmentIds), numbers: [...numbers] },
  }
}
