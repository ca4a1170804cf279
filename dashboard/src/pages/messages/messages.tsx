import { PageHead } from '../../parts/page-head.tsx'

export function MessagesPage() {
  return <PageHead title="Messages" />
}
