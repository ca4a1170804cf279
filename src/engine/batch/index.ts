export { type Batcher, createBatcher, Overloaded } from './batcher.ts'
export { measureFlush } from './measure.ts'
