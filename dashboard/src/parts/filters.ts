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
export const pageParameter = (list: string): string => `${list}.page`

const isPage = (name: string) => name.endsWith(pageParameter(''))

/** The first page has no number in the address. */
export const pageText = (page: number) => (page > 1 ? String(page) : undefined)

/** The number of a page in the address. */
export const readPage = (text: string | undefined): number => Math.max(1, Math.trunc(Number(text)) || 1)

/** The page of a list that is no `Listing`. */
export function usePage(list: string): readonly [page: number, setPage: (page: number) => void] {
  const [filters, setFilters] = useFilters()
  const name = pageParameter(list)
  return [readPage(filters[name]), (page) => setFilters({ [name]: pageText(page) })]
}

/** A changed filter returns to the first page of every list. */
const withoutPages = (now: Filters, change: Filters): Filters =>
  Object.keys(change).some(isPage) ? now : Object.fromEntries(Object.entries(now).filter(([name]) => !isPage(name)))
