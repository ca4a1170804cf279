export { countRejected } from './store.ts'
