export type { OtpContext } from './context.ts'
