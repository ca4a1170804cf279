export { inboxConsole } from './console.ts'
export { numberNotesTimeline } from './notes.ts'
export { inboxPersonSources } from './person.ts'
export { inboxRetention } from './retention.ts'
