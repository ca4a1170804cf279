import { PageHead } from '../../parts/page-head.tsx'

export function UsersPage() {
  return <PageHead title="Users" />
}
