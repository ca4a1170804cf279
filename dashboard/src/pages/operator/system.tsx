import { PageHead } from '../../parts/page-head.tsx'

export function SystemPage() {
  return <PageHead title="System" />
}
