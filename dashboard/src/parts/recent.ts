import type { IconName } from './icon.tsx'

/** A page that the user opened from the search. */
export interface Recent {
  readonly to: string
  readonly label: string
  readonly detail: string
  readonly icon: IconName
}

/** Names and numbers stay in this browser until sign-out, for each user and account. */
const prefix = 'ngoma.recent.'
const recentMax = 6

const keyOf = (user: string, account: number | null) => `${prefix}${user}.${account ?? 'operator'}`

export function readRecent(user: string, account: number | null): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user, account)) ?? '[]')
    return Array.isArray(kept) ? kept.slice(0, recentMax) : []
  } catch {
    return []
  }
}

export function addRecent(user: string, account: number | null, recent: Recent): void {
  const others = readRecent(user, account).filter(({ to }) => to !== recent.to)
  try {
    localStorage.setItem(keyOf(user, account), JSON.stringify([recent, ...others].slice(0, recentMax)))
  } catch {
    // Without storage there are no recent pages.
  }
}

/** For sign-out, and for data of a user whose session ended without it. */
export function forgetRecent(exceptOf: string | null): void {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  for (const key of kept)
    if (exceptOf === null || !key.startsWith(`${prefix}${exceptOf}.`)) localStorage.removeItem(key)
}
