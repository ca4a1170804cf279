import { PageHead } from '../../parts/page-head.tsx'

export function ProfilePage() {
  return <PageHead title="Profile" />
}
