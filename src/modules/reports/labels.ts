import type { Queryable } from '../../engine/db/index.ts'
import { countryOf } from '../../values/countries.ts'
import { localTime } from '../../values/zoned-time.ts'
import { explainReason } from '../sms/index.ts'
import type { Group, GroupSums, ReportFilter } from './model.ts'
import { listAccountNames, listCampaignNames } from './store.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const unknown = 'Unknown'

interface Named {
  readonly key: string
  readonly label: string
}

/** Returns the name of a group by its key. */
export async function namesOf(
  db: Queryable,
  by: Group,
  groups: readonly GroupSums[],
  { accountId }: Pick<ReportFilter, 'accountId'>,
  timeZone: string,
): Promise<(key: string) => Named> {
  const ids = groups.map(({ key }) => Number(key))
  switch (by) {
    case 'campaign': {
      const names = await listCampaignNames(db, accountId, ids)
      return (key) => ({ key, label: key === '0' ? 'No campaign' : (names.get(Number(key)) ?? `Campaign ${key}`) })
    }
    case 'account': {
      const names = await listAccountNames(db, ids)
      return (key) => ({ key, label: names.get(Number(key)) ?? `Account ${key}` })
    }
    case 'country':
      return nameCountry
    case 'reason':
      return (key) => ({ key, label: explainReason(key) ?? unknown })
    case 'hour':
      return (key) => ({ key, label: localTime(new Date(key), timeZone) })
    default:
      return (key) => ({ key, label: key || unknown })
  }
}

/** A calling code without a country stays a number. */
function nameCountry(code: string): Named {
  const country = countryOf(code)
  if (country !== null) return { key: country, label: countryNames.of(country) ?? country }
  return code === '' ? { key: '', label: unknown } : { key: `+${code}`, label: `+${code}` }
}
