import { Refusal } from '../../values/refusal.ts'

export const clockTooFar = () =>
  new Refusal(400, 400, 'Clock Too Far Ahead', { hint: 'the clock can be at most a hundred years ahead of real time' })
