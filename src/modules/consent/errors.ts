import { refuse } from '../../values/refusal.ts'
import { pastTimeWanted } from './rules.ts'

export const badTime = () =>
  refuse('invalid_time', {
    hint: `at is ${pastTimeWanted}`,
    errors: [{ field: 'at', message: `must be ${pastTimeWanted}` }],
  })

export const badField = (field: string, why: string) =>
  refuse('invalid_request', {
    detail: `The ${field} is invalid.`,
    hint: `${field} ${why}`,
    errors: [{ field, message: why }],
  })
