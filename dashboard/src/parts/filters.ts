import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Filters = Readonly<Record<string, string | undefined>>

/** Filters live in the address, so that what somebody sees can be sent to somebody else, and the back button works. */
export function useFilters(): readonly [Filters, (change: Filters) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const filters = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, value === undefined ? undefined : String(value)]))
  const set = useCallback(
    (change: Filters) => {
      const next = { ...search, ...change }
      const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search: kept, replace: true } as never)
    },
    [search, navigate],
  )
  return [filters, set]
}
