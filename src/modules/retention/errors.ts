import { Refusal } from '../../values/refusal.ts'

export const invalidLimit = (problem: string) =>
  new Refusal(400, 400, 'Invalid Limit', {
    hint: `${problem}; for no limit, use null (off on the command line), and for the default, use default`,
  })
