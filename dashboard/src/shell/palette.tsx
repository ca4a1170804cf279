import { ActionIcon, Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { isDialogOpen, shownOverlay, showOverlay, useOverlay, useShortcuts } from '../parts/shortcuts.ts'
import { t } from '../text.ts'
import { isApple, searchKeys, useGoKeys } from './go-keys.ts'

/** Keys that work on every page, by what it shows. */

/** Focuses the search field of the page. False without one. */
function focusOnSearch(): boolean {
  const field = [
    ...document.querySelectorAll<HTMLInputElement>('#page :is(input[type="search"], [data-page-search])'),
  ].find((one) => one.checkVisibility())
  field?.focus()
  field?.select()
  return field !== undefined
}

const rows = '#page tbody tr'

/** Focuses the first link or button of the next or previous row. False without a list. */
function moveInList(by: 1 | -1): boolean {
  const targets = [...document.querySelectorAll<HTMLElement>(rows)].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button') ?? [],
  )
  const current = document.activeElement?.closest(rows)
  const from = targets.findIndex((target) => target.closest(rows) === current)
  const next = targets[from === -1 ? 0 : Math.min(Math.max(from + by, 0), targets.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

const loadPalette = () => import('./palette-dialog.tsx')
const PaletteDialog = lazy(async () => ({ default: (await loadPalette()).PaletteDialog }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** The page comes first. */
const preloadAfterMs = 3_000

const open = () => showOverlay('search')

/** The search and the shortcuts of every page. Their dialogs are not part of the first load. */
export function Palette() {
  const overlay = useOverlay()
  const [typed, setTyped] = useState('')
  useGoKeys()
  useShortcuts(
    {
      '?': () => showOverlay('shortcuts'),
      '/': () => focusOnSearch() || open(),
      j: () => moveInList(1),
      k: () => moveInList(-1),
    },
    true,
  )
  useEffect(() => {
    if (overlay !== 'search') setTyped('')
  }, [overlay])
  useEffect(() => {
    /** Keys for the search while its dialog is loaded and until its field has the focus. */
    function onEarlyKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (shownOverlay() !== 'search' || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest('[role=dialog]') !== null) return
      if (key === 'Escape') showOverlay(null)
      else if (key === 'Backspace') setTyped((text) => text.slice(0, -1))
      else if (key.length === 1) setTyped((text) => text + key)
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(isApple ? metaKey : ctrlKey) || altKey || shiftKey) return
      // A form in a dialog would lose its input.
      if (isDialogOpen()) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onEarlyKey, true)
    window.addEventListener('keydown', onKeyDown)
    const idle = setTimeout(() => void loadPalette().catch(() => {}), preloadAfterMs)
    return () => {
      clearTimeout(idle)
      window.removeEventListener('keydown', onEarlyKey, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  const close = () => showOverlay(null)
  return (
    <Suspense fallback={null}>
      {overlay === 'search' && <PaletteDialog typed={typed} onType={setTyped} onClose={close} />}
      {overlay === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  )
}

/** Opens the search. Narrow screens have only room for the icon. */
export function SearchButton() {
  const props = {
    variant: 'default',
    'aria-keyshortcuts': isApple ? 'Meta+K' : 'Control+K',
    onClick: open,
    onPointerEnter: () => void loadPalette(),
  }
  return (
    <>
      <Button
        {...props}
        visibleFrom="md"
        size="compact-md"
        leftSection={<Icon name="search" />}
        rightSection={<Kbd size="xs">{searchKeys.join(' + ')}</Kbd>}
      >
        {t.palette.button}
      </Button>
      <ActionIcon {...props} hiddenFrom="md" size="lg" aria-label={t.palette.button}>
        <Icon name="search" />
      </ActionIcon>
    </>
  )
}
