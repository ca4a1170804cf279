export type { RetentionRule } from './model.ts'
