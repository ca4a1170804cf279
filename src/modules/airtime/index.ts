export type { AirtimeContext } from './context.ts'
