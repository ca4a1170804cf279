import { PageHead } from '../../parts/page-head.tsx'

export function PinsPage() {
  return <PageHead title="Pins" />
}
