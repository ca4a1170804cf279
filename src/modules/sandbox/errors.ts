import { Refusal } from '../../values/refusal.ts'

export const clockTooFar = () =>
  new Refusal(400, 400, 'Clock Too Far Ahead', { hint: 'the clock goes a hundred years ahead of the real one at most' })
