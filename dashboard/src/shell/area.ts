import { useRouterState } from '@tanstack/react-router'
import { useAccount, useMe } from '../session.tsx'

/** Whether the shell shows the installation instead of one account. */
export function useIsOperating(): boolean {
  const isOperatorPage = useRouterState({ select: ({ location }) => location.pathname.startsWith('/operator/') })
  const account = useAccount()
  const { operator } = useMe()
  return operator && (isOperatorPage || account === null)
}
