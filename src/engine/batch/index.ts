export { type Batcher, type BatcherOptions, createBatcher, Overloaded } from './batcher.ts'
export { measureFlush } from './measure.ts'
