import { Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { PageHead } from '../../parts/page-head.tsx'
import { useAccount, useMe } from '../../session.tsx'

/** Where the address itself leads: to one's account, or to where an operator without one begins. */
export function StartPage() {
  const account = useAccount()
  const { operator } = useMe()
  if (account !== null) return <Navigate to={`${account.path}/home`} replace />
  if (operator) return <Navigate to="/operator/accounts" replace />
  return (
    <PageHead title="Welcome">
      <Text>You are in no account yet. Ask whoever invited you to add you to one.</Text>
    </PageHead>
  )
}
