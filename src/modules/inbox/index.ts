export { authorOf, inboxConsole } from './console.ts'
export { inboxPersonSources } from './person.ts'
export { inboxRetention } from './retention.ts'
