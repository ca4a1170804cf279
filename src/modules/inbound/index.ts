export { data } from './data.ts'
export { listLastNumbers } from './store.ts'
