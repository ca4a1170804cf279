import { useNavigate } from '@tanstack/react-router'
import { type Keys, useShortcuts } from '../parts/shortcuts.ts'
import { useVisiblePages, type VisiblePage } from './visible-pages.ts'

/** The second key after `g`, by the path of the page. */
const letters: Readonly<Record<string, string>> = {
  home: 'h',
  send: 's',
  messages: 'm',
  campaigns: 'p',
  inbox: 'i',
  reports: 'r',
  numbers: 'n',
  contacts: 'c',
  books: 'b',
  templates: 't',
  credit: 'd',
  webhooks: 'w',
  api: 'a',
  'operator/overview': 'o',
  'operator/accounts': 'u',
  'operator/providers': 'k',
  'operator/system': 'y',
}

/** The keys that open a page; undefined without them. */
export const goKeysOf = ({ id }: VisiblePage): readonly [string, string] | undefined =>
  letters[id] === undefined ? undefined : ['g', letters[id]]

/** Opens the pages of the menu by two keys. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  const keys: Keys = Object.fromEntries(
    useVisiblePages().flatMap((page) => {
      const pressed = goKeysOf(page)
      return pressed === undefined ? [] : [[pressed.join(' '), () => void navigate({ to: page.to })]]
    }),
  )
  useShortcuts(keys, true)
}

export const isApple: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K']
