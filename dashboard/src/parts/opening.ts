import { useEffect, useState } from 'react'

export interface Opening<T> {
  readonly isOpen: boolean
  /**
   * What the dialog is about; it stays while the dialog closes, so that nothing in it changes on the way out. Null for
   * something new.
   */
  readonly about: T | null
  readonly open: (about?: T) => void
  readonly close: () => void
}

/** A dialog that is opened about something. */
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

/**
 * Each time a dialog is opened: its form is filled and what went wrong in it before is forgotten, and never while
 * somebody types in it.
 */
export function useOnOpen(isOpen: boolean, begin: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that it is opened
  useEffect(() => {
    if (isOpen) begin()
  }, [isOpen])
}
