import { useRouterState } from '@tanstack/react-router'
import { operatorPages } from '../operator-pages.ts'
import { accountPages, type Page } from '../pages.ts'
import type { IconName } from '../parts/icon.tsx'
import { mayAs, useAbout, useAccount, useMe } from '../session.tsx'
import type { t } from '../text.ts'

/** A page of the menu. */
export interface VisiblePage {
  /** The path in its list of pages; those of operators begin with `operator/`. */
  readonly id: string
  readonly to: string
  readonly group: keyof typeof t.pages.groups
  readonly title: string
  readonly icon: IconName
}

/** The pages of the menu that the user may open. */
export function useVisiblePages(): readonly VisiblePage[] {
  const { operator } = useMe()
  const { staging } = useAbout()
  const account = useAccount()
  const show = (prefix: string, id: string, { path, menu, staging: needsStaging, role }: Page): VisiblePage[] => {
    const isAllowed = role === undefined || account === null || mayAs(account, role)
    if (menu === null || (needsStaging && !staging) || !isAllowed) return []
    const [group, title, icon] = menu
    return [{ id: `${id}${path}`, to: `${prefix}/${path}`, group, title, icon }]
  }
  return [
    ...(account === null ? [] : accountPages.flatMap((page) => show(account.path, '', page))),
    ...(operator ? operatorPages.flatMap((page) => show('/operator', 'operator/', page)) : []),
  ]
}

/** Whether the shell shows the installation instead of one account. */
export function useIsOperating(): boolean {
  const isOperatorPage = useRouterState({ select: ({ location }) => location.pathname.startsWith('/operator/') })
  const account = useAccount()
  const { operator } = useMe()
  return operator && (isOperatorPage || account === null)
}
