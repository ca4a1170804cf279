import { PageHead } from '../../parts/page-head.tsx'

export function AccountsPage() {
  return <PageHead title="Accounts" />
}
