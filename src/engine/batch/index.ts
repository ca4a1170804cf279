export { type Batcher, createBatcher, measureFlush, Overloaded } from './batcher.ts'
