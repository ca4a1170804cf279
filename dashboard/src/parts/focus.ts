import { useEffect, useState } from 'react'

/** Where a dialog is only there while it is open: once it is gone the keyboard is back at what opened it. */
export function useFocusBack(isOpen = true): void {
  const [opener] = useState(() => (isOpen ? document.activeElement : null))
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
