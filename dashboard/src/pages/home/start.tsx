import { Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { PageHead } from '../../parts/page-head.tsx'
import { useAccount, useMe } from '../../session.tsx'
import { t } from '../../text.ts'

/** Redirects operators to the overview of the installation, and others to their account. */
export function StartPage() {
  const account = useAccount()
  const { operator } = useMe()
  if (operator) return <Navigate to="/operator/overview" replace />
  if (account !== null) return <Navigate to={`${account.path}/home`} replace />
  return (
    <PageHead title={t.home.welcome}>
      <Text>{t.home.noAccount}</Text>
    </PageHead>
  )
}
