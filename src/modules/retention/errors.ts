import { Refusal } from '../../values/refusal.ts'

export const invalidLimit = (problem: string) =>
  new Refusal(400, 400, 'Invalid Limit', {
    hint: `${problem}; null removes the limit, and default restores the default`,
  })
