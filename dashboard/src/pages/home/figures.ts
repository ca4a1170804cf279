import type { Day } from '../../../../src/contract/account/overview.ts'

type Counts = Pick<Day, 'messages' | 'delivered' | 'failed' | 'pending'>

export function sumOf(days: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0)
  return { messages: sum('messages'), delivered: sum('delivered'), failed: sum('failed'), pending: sum('pending') }
}
