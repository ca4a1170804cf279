import { PageHead } from '../../parts/page-head.tsx'

export function MessagePage() {
  return <PageHead title="Message" />
}
