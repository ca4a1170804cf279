import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Filters = Readonly<Record<string, string | undefined>>

/** Filters are kept in the address, so that a view can be shared and the back button works. */
export function useFilters(): readonly [Filters, (change: Filters) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const filters = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )
  const set = useCallback(
    (change: Filters) => {
      // Based on the pending address, not the one shown: otherwise a filter set a moment ago would be lost.
      const next = (now: Filters) =>
        Object.fromEntries(
          Object.entries({ ...withoutPages(now, change), ...change }).filter(
            ([, value]) => value !== undefined && value !== '',
          ),
        )
      void navigate({ to: '.', search: next, replace: true } as never)
    },
    [navigate],
  )
  return [filters, set]
}

/** The parameter with the page of a list. */
const pageParameter = (list: string): string => `${list}.page`

const isPage = (name: string) => name.endsWith(pageParameter(''))

/** Cursors of earlier pages that fit into an address. Before them, the list starts again. */
const cursorsMax = 20

/** The place in a list: the cursor of its page, after those of the pages before it. */
export interface ListPlace {
  readonly cursor: string | undefined
  /** Null on the first page. */
  readonly back: (() => void) | null
  readonly goTo: (next: string) => void
}

/** The place in a list is kept in the address, so that Back and links return to it. */
export function useListPlace(list: string): ListPlace {
  const [filters, setFilters] = useFilters()
  const name = pageParameter(list)
  const cursors = filters[name]?.split(' ') ?? []
  const set = (at: readonly string[]) => setFilters({ [name]: at.join(' ') })
  return {
    cursor: cursors.at(-1),
    back: cursors.length === 0 ? null : () => set(cursors.slice(0, -1)),
    goTo: (next) => set([...cursors, next].slice(-cursorsMax)),
  }
}

/** A changed filter returns to the first page of every list. */
const withoutPages = (now: Filters, change: Filters): Filters =>
  Object.keys(change).some(isPage) ? now : Object.fromEntries(Object.entries(now).filter(([name]) => !isPage(name)))
