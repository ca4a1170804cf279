import { useEffect, useState } from 'react'
import { useFilters } from './filters.ts'

export interface Opening<T> {
  readonly isOpen: boolean
  /** The object of the dialog; null to create one. It stays while the dialog closes, so that its text does not change. */
  readonly about: T | null
  readonly open: (about?: T) => void
  readonly close: () => void
}

/** The state of a dialog about an object. */
export function useOpening<T>(): Opening<T> {
  const [{ isOpen, about }, set] = useState<{ readonly isOpen: boolean; readonly about: T | null }>({
    isOpen: false,
    about: null,
  })
  return {
    isOpen,
    about,
    open: (next) => set({ isOpen: true, about: next ?? null }),
    close: () => set({ isOpen: false, about }),
  }
}

/** Runs each time a dialog opens: resets its form and error, but never while the user types. */
export function useOnOpen(isOpen: boolean, begin: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening counts
  useEffect(() => {
    if (isOpen) begin()
  }, [isOpen])
}

/** Opens the form of a page when its address asks for it, as commands of the search do. */
export function useAddInAddress(isAllowed: boolean, open: () => void): void {
  const [{ add }, setFilters] = useFilters()
  useOnOpen(add !== undefined && isAllowed, () => {
    setFilters({ add: undefined })
    open()
  })
}
