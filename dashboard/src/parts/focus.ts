import { useEffect, useState } from 'react'

/** Returns the focus to the opener when a dialog that is mounted only while open goes away. */
export function useFocusBack(isOpen = true): void {
  const [opener] = useState(() => (isOpen ? document.activeElement : null))
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** A ref of an element that may be off screen when it appears. */
export const scrollIntoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' })
