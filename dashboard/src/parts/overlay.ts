import { useSyncExternalStore } from 'react'

/** The search and the list of shortcuts, which every page can open. */
type Overlay = 'search' | 'shortcuts'

let shown: Overlay | null = null
const listeners = new Set<() => void>()

export function showOverlay(next: Overlay | null): void {
  shown = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const shownOverlay = (): Overlay | null => shown

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, shownOverlay)
