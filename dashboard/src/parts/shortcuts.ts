import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Keys without Ctrl or Alt, also two in a row such as `g h`. They do nothing in fields and dialogs, and can be switched
 * off.
 */

const offKey = 'ngoma.keys'

/** The shortcuts of the inbox were the first, with a setting of their own. */
const formerOffKey = 'ngoma.inbox.keys'

export const areShortcutsEnabled = () =>
  localStorage.getItem(offKey) !== 'off' && localStorage.getItem(formerOffKey) !== 'off'

export function switchKeys(isOn: boolean): void {
  localStorage.removeItem(formerOffKey)
  if (isOn) localStorage.removeItem(offKey)
  else localStorage.setItem(offKey, 'off')
}

const fields = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu]'

/** Also while a dialog is being loaded. */
export const isDialogOpen = () => shownOverlay() !== null || document.querySelector('[role=dialog]') !== null

const isBusy = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(fields) !== null) || isDialogOpen()

/** By key, or by two keys with a space between them. A function that returns false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (() => unknown) | undefined>>

/** The keys of the mounted components. Those of a page come before those of the shell. */
const registered: { readonly current: Keys }[] = []

/** How long the first of two keys counts. */
const pauseMilliseconds = 1_500

let first: { readonly key: string; readonly at: number } | null = null

const findKey = (name: string) =>
  registered.map(({ current }) => (Object.hasOwn(current, name) ? current[name] : undefined)).find(Boolean)

function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented, timeStamp } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target) || !areShortcutsEnabled() || key === 'Shift')
    return
  const before = first !== null && timeStamp - first.at < pauseMilliseconds ? first.key : null
  first = null
  const run = findKey(before === null ? key : `${before} ${key}`)
  if (run !== undefined) {
    if (run() !== false) event.preventDefault()
  } else if (
    before === null &&
    registered.some(({ current }) => Object.keys(current).some((one) => one.startsWith(`${key} `)))
  )
    first = { key, at: timeStamp }
}

/** Calls a function when its key is pressed. Keys of the shell hold where the page has no own. */
export function useShortcuts(keys: Keys, isOfShell = false): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (isOfShell) registered.push(latest)
    else registered.unshift(latest)
    if (registered.length === 1) window.addEventListener('keydown', onKeyDown)
    return () => {
      registered.splice(registered.indexOf(latest), 1)
      if (registered.length === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [isOfShell])
}

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
