export {
  type ConsentMemory,
  createConsentMemory,
  type Exclusion,
  findConsentState,
  forgetConsentFacts,
  isExclusion,
  type ReasonOf,
  type RecalledConsent,
  readConsentFacts,
  selectOutdatedConsents,
} from './facts.ts'
export { addOptOut, deleteOptOut, insertOptOut } from './numbers.ts'
export { findOptedOut } from './store-facts.ts'
