import { PageHead } from '../../parts/page-head.tsx'

export function NumbersPage() {
  return <PageHead title="Numbers" />
}
