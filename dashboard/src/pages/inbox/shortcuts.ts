import { useEffect, useRef } from 'react'

/** Keys without Ctrl or Alt. They do nothing in fields and dialogs, and can be switched off. */

const offKey = 'ngoma.inbox.keys'

export const areKeysOn = () => localStorage.getItem(offKey) !== 'off'

export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey)
  else localStorage.setItem(offKey, 'off')
}

const fields = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu]'

const isBusy = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(fields) !== null) || document.querySelector('[role=dialog]') !== null

/** A function that returns false leaves the key to the browser. */
type Keys = Readonly<Record<string, (() => unknown) | undefined>>

/** Calls a function when its key is pressed. */
export function useShortcuts(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
      const run = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined
      if (run === undefined || defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target) || !areKeysOn())
        return
      if (run() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
