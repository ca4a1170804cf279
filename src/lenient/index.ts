export { addLenientTranslations } from './edge.ts'
export { rejectAlias, resolveAlias } from './paths.ts'
