export { kindsOf } from './archive-source.ts'
export { dataOf, unsearched } from './data-of.ts'
export { readIdBound, readTimePosition, timePosition } from './history.ts'
export {
  type ArchiveColumn,
  type ArchiveDay,
  type ArchiveRow,
  type ArchiveSource,
  type Entry,
  erasedPhone,
  type PersonQuery,
  type PersonRecord,
  type PersonSource,
  type Removal,
  type RetentionRule,
  type RowKey,
  type RulesContext,
  type TableData,
  type TimelineContext,
  type TimelineEvent,
  type TimelineQuery,
  type TimelineSource,
} from './model.ts'
export { firstSince, isLate, ruleOf } from './old-rows.ts'
export { isAccount, isOwned, ofInstallation, ofNumber, wholeNumberPattern } from './person-source.ts'
export { findStepEnd, isBetween, isKey, keyOf, readKey, type StepKey, writeKey } from './steps.ts'
