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

const isVisible = (node: Element) => node.getClientRects().length > 0

/**
 * A ref of a form in a dialog. Mantine focuses the marked element of a dialog, or else its first button, which closes
 * the dialog: typed text would be lost, and Enter would close it.
 */
export function markFirstField(form: HTMLFormElement | null): void {
  if (form === null || form.querySelector('[data-autofocus]') !== null) return
  // The visible part of a file input is a button with the class of an input.
  const fields = [...form.querySelectorAll('input, textarea, .mantine-Input-input')]
  fields.find((field) => isVisible(field) && !field.matches(':disabled'))?.setAttribute('data-autofocus', 'true')
}
