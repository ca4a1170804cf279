export { type Batcher, createBatcher, Overloaded } from './batcher.ts'
