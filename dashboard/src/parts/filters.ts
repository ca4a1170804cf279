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
          Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined && value !== ''),
        )
      void navigate({ to: '.', search: next, replace: true } as never)
    },
    [navigate],
  )
  return [filters, set]
}
