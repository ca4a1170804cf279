import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { placeOf } from '../../../src/values/address.ts'
import { queryClient, type Readable } from '../data.ts'

/** The open dialog is in the address: `?dialog=edit.17`. Back closes it, a link opens it, and a reload keeps it. */

export interface Dialogs {
  /** The name of the open dialog; null without one. */
  readonly name: string | null
  /** The id of the row that the dialog is about; empty for none. */
  readonly id: string
  readonly open: (name: string, id?: string | number) => void
  /** Opens another dialog in place of the open one: Back closes both. */
  readonly replace: (name: string, id: string | number) => void
  /** Resolves when the address has changed: only then may a page go elsewhere. */
  readonly close: () => Promise<void>
}

const navigated = (window: EventTarget) =>
  new Promise<void>((resolve) => window.addEventListener('popstate', () => resolve(), { once: true }))

/** Whether the dialog of a history entry was opened on the entry before. */
const wasOpenedHere = (state: object) => 'isDialog' in state

export function useDialogs(parameter = 'dialog'): Dialogs {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const navigate = useNavigate()
  const { history } = useRouter()
  const [name = '', ...id] = (search[parameter] ?? '').split('.')
  const change = (value: string | undefined, isNew: boolean, replace = !isNew) =>
    navigate({
      to: '.',
      search: (now: object) => ({ ...now, [parameter]: value }),
      state: isNew ? { isDialog: true } : undefined,
      replace,
      resetScroll: false,
    } as never)
  return {
    name: name === '' ? null : name,
    id: id.join('.'),
    open: (next, about) => void change(about === undefined ? next : `${next}.${about}`, true),
    replace: (next, about) => void change(`${next}.${about}`, wasOpenedHere(history.location.state), true),
    close() {
      if (!wasOpenedHere(history.location.state)) return change(undefined, false)
      const done = navigated(window)
      history.back()
      return done
    },
  }
}

/** An item that a list on the page has loaded. */
function useListed<Route extends ListRoute & Readable>(
  route: Route,
  path: RequestOf<Route>['path'] | undefined,
  isWanted: (item: ItemOf<Route>) => boolean,
): ItemOf<Route> | null {
  const place = placeOf(route, path)
  return useSyncExternalStore(
    (notify) => queryClient.getQueryCache().subscribe(notify),
    () =>
      queryClient
        .getQueriesData<{ readonly data?: readonly ItemOf<Route>[] }>({ queryKey: [place] })
        .flatMap(([, page]) => page?.data ?? [])
        .find(isWanted) ?? null,
  )
}

/** The row that the open dialog is about. */
export const useDialogRow = <Route extends ListRoute & Readable>(
  { name, id }: Dialogs,
  route: Route,
  path: RequestOf<Route>['path'] | undefined,
  keyOf: (row: ItemOf<Route>) => string | number,
): ItemOf<Route> | null => useListed(route, path, (row) => name !== null && String(keyOf(row)) === id)
