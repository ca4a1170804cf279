import { PageHead } from '../../parts/page-head.tsx'

export function SendPage() {
  return <PageHead title="Send" />
}
