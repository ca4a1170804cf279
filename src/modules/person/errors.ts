import { Refusal } from '../../values/refusal.ts'

export const unknownSource = (names: readonly string[]) =>
  new Refusal(400, 400, 'Unknown Source', { hint: `use one of: ${names.join(', ')}` })

export const tooManyErasures = (max: number) =>
  new Refusal(429, 429, 'Too Many Erasures', {
    hint: `at most ${max} erasures of an account can be unfinished: wait until one is done`,
  })

export const fileNotWritable = (path: string, why: string) =>
  new Refusal(409, 409, 'The Erasures File Cannot Be Written', {
    hint: 'nothing was erased, because a restored backup would bring the data back: the operator must check NGOMA_ERASURES_FILE',
    reason: `${path}: ${why}`,
  })
