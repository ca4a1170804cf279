import type { PhoneMessage, VirtualPhone } from '../../../../src/contract/console/inbound.ts'
import { fill, t } from '../../text.ts'

/** Keeps the order of phones on the page; new ones come first. */
export function keepOrder(before: readonly string[], now: readonly string[]): readonly string[] {
  return [...now.filter((phone) => !before.includes(phone)), ...before.filter((phone) => now.includes(phone))]
}

const timeOf = ({ lastAt }: VirtualPhone) => (lastAt === null ? 0 : Date.parse(lastAt))

/**
 * Phones with a new message since the list was read before. A phone that is new in the list counts when its message is
 * newer than all others.
 */
export function findNews(before: readonly VirtualPhone[], now: readonly VirtualPhone[]): readonly VirtualPhone[] {
  const newest = Math.max(0, ...before.map(timeOf))
  return now.filter((one) => {
    const same = before.find(({ phone }) => phone === one.phone)
    return one.lastDirection === 'in' && timeOf(one) > (same === undefined ? newest : timeOf(same))
  })
}

/** The announcement for screen readers. */
export function describeNews(news: readonly VirtualPhone[], showPhone: (phone: string) => string): string {
  const [first] = news
  if (first === undefined) return ''
  return news.length === 1
    ? fill(t.phones.newMessage, {
        phone: showPhone(first.phone),
        text: first.lastFormat === 'binary' ? t.phones.binary : (first.lastText ?? ''),
      })
    : fill(t.phones.newMessages, { count: news.length })
}

/** The senders and numbers that the phone can reply to, the most recent first. */
export function partnersOf(newestFirst: readonly PhoneMessage[]): readonly string[] {
  return [...new Set(newestFirst.map(({ direction, from, to }) => (direction === 'in' ? from : to)))]
}

/** Whether the last keyword of the phone was STOP and not START. */
export const hasStopped = (newestFirst: readonly PhoneMessage[]) =>
  newestFirst.find(({ kind }) => kind === 'stop' || kind === 'start')?.kind === 'stop'
