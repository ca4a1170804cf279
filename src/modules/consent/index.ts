export { consentConsole } from './console.ts'
export {
  type ConsentMemory,
  createConsentMemory,
  forgetConsentFacts,
  type ReasonOf,
  type RecalledConsent,
  readConsentFacts,
  selectOutdatedConsents,
} from './facts.ts'
export { type Exclusion, isExclusion } from './model.ts'
export { findConsentState } from './number-state.ts'
export { addOptOut, removeOptOut } from './optouts.ts'
export { consentPersonSources } from './person.ts'
export { deleteOptOut, findOptedOut, insertOptOut } from './store-optouts.ts'
export { consentTimeline, optOutTimeline } from './timeline.ts'
