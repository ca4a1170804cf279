import { fill, t } from '../../text.ts'
import type { Source } from './record.ts'

export const countText = ({ count, hasMore }: Source): string =>
  fill(hasMore ? t.person.moreRecords : t.person.records, { count })
